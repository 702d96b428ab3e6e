"""JSON Schema, as much of it as results/schema.json uses: so that a page needs nothing but Python."""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
         "null": type(None)}
COMMENTS = {"$schema", "title", "description"}
KNOWN = COMMENTS | {"type", "const", "enum", "pattern", "minimum", "minItems", "maxItems", "items", "required",
                    "properties", "additionalProperties"}


def is_a(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def faults(value, schema, place="it"):
    """What is wrong with a value, a line each."""
    unknown = schema.keys() - KNOWN
    if unknown:
        raise ValueError(f"the schema uses {', '.join(sorted(unknown))}, which is not checked here")
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_a(value, name) for name in types):
        return [f"{place} is no {' or '.join(types)}"]
    found = []
    if "const" in schema and value != schema["const"]:
        found.append(f"{place} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place} is none of {', '.join(map(str, schema['enum']))}")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        found.append(f"{place} does not match {schema['pattern']}")
    if is_a(value, "number") and not value >= schema.get("minimum", value):
        found.append(f"{place} is below {schema['minimum']}, or no number")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{place} has {len(value)} elements")
        for i, element in enumerate(value):
            found += faults(element, schema.get("items", {}), f"{place}[{i}]")
    if isinstance(value, dict):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        found += [f"{place} has no {name}" for name in schema.get("required", []) if name not in value]
        for name, element in value.items():
            if name in properties:
                found += faults(element, properties[name], f"{place}.{name}")
            elif others is False:
                found.append(f"{place} has {name}, which the schema does not know")
            else:
                found += faults(element, others, f"{place}.{name}")
    return found


def of_results():
    return json.loads((ROOT / "results/schema.json").read_text())
