"""The API's description as a file: `openapi.yaml`."""

from __future__ import annotations

from typing import Any

import yaml

from service.api.pages import DESCRIPTION
from service.api.web import web_app


def document() -> dict[str, Any]:
    """The description in OpenAPI 3.1. Needs no store."""
    described: dict[str, Any] = web_app(None, metrics_port=0, metrics_folder=None).extensions[DESCRIPTION]
    return described


def document_yaml() -> str:
    """The same as YAML, the contents of `openapi.yaml`."""
    return yaml.dump(document(), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=118)


class _Plain(yaml.SafeDumper):
    """YAML without anchors, and with texts of many lines as blocks."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002  yaml's signature
        """Always."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Plain.add_representer(str, _text)
