"""How OpenAPI tells of structs that travel as lists: as lists, place by place (floor: server).

Litestar tells of every struct as an object.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from litestar.openapi.spec import OpenAPIType, Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class ListSchemas(OpenAPISchemaPlugin):
    """Tells of structs that are `array_like`."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether a field is such a struct."""
        is_struct = not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)
        return is_struct and bool(field_definition.type_.__struct_config__.array_like)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """Return the schema of its places, each with the field's name as its title.

        Args:
            field_definition: A field with such a struct.
            schema_creator: What makes schemas of the fields of the struct; it knows how to tell of an object.
        """
        others = (each for each in schema_creator.plugins if each is not self)
        plain = next(each for each in others if schema_creator.plugin_supports_field(each, field_definition))
        schema = plain.to_openapi_schema(field_definition, schema_creator)
        schema.type = OpenAPIType.ARRAY
        schema.prefix_items = [_titled(name, place) for name, place in (schema.properties or {}).items()]
        schema.min_items = len(schema.required or ())
        schema.properties = schema.required = None
        return schema


def _titled(name: str, place: Schema | Reference) -> Schema | Reference:
    return place if isinstance(place, Reference) else replace(place, title=name)
