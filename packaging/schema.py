"""schema.py BOM: a bill of materials is as CycloneDX's schema, version 1.6, has it. A planted fault must be seen."""
import json
import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

validator = JsonStrictValidator(SchemaVersion.V1_6)
bom = json.loads(pathlib.Path(sys.argv[1]).read_text())
fault = validator.validate_str(json.dumps(bom))
if fault:
    sys.exit(f"{sys.argv[1]}: {fault.data.message} at {fault.data.json_path}")
bom["metadata"]["timestamp"] = "yesterday"
if not validator.validate_str(json.dumps(bom)):
    sys.exit("a planted fault was not seen")
print(f"{sys.argv[1]}: valid CycloneDX 1.6")
