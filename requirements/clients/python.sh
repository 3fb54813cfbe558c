#!/bin/sh
# Generates a typed Python client from openapi.yaml into FOLDER/python.  python.sh FOLDER
set -eu
pins=$(dirname "$0")
PATH=$(pwd)/.venv/bin:$PATH
mkdir -p "$1"
openapi-python-client generate --meta uv --config "$pins/python.yaml" --path openapi.yaml --fail-on-warning \
    --output-path "$1/python" --overwrite
