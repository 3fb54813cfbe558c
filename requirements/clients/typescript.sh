#!/bin/sh
# Generates a typed TypeScript client from openapi.yaml into FOLDER/typescript.  typescript.sh FOLDER
set -eu
pins=$(dirname "$0")
PATH=$(pwd)/.venv/bin:$PATH
mkdir -p "$1/typescript"
cp openapi.yaml "$pins/package.json" "$pins/package-lock.json" "$pins/index.ts" "$pins/tsconfig.json" "$1/typescript"
cp "$pins/npmrc" "$1/typescript/.npmrc"
cd "$1/typescript"
if ! npm ci --silent >/dev/null; then
    echo "make: the TypeScript client needs packages of npm's registry, which could not be fetched." >&2
    exit 1
fi
npm run --silent generate
