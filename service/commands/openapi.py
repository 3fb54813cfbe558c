"""`clock openapi`: the description of the API."""

import click

from service.api import openapi


@click.command("openapi")
def command() -> None:
    """Print the OpenAPI description of the API as YAML."""
    click.echo(openapi.document_yaml(), nl=False)
