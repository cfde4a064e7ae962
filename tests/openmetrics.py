# Reads OpenMetrics text from standard input with the parser of prometheus_client, the reference of the format, and prints what it found as JSON.
# Ends with 1 and a reason where the text is not OpenMetrics, or has two samples with the same labels, which the parser lets pass.
import json
import math
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families


def number(value):
    return value if math.isfinite(value) else {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")


text = sys.stdin.buffer.read().decode("utf-8")
try:
    families = list(text_string_to_metric_families(text))
except ValueError as error:
    sys.exit(str(error))

seen = set()
for line in text.split("\n"):
    series = line.rsplit(" ", 1)[0]
    if line and not line.startswith("#") and series in seen:
        sys.exit(f"Duplicate sample: {series}")
    seen.add(series)

print(json.dumps([
    {
        "name": family.name,
        "type": family.type,
        "unit": family.unit,
        "help": family.documentation,
        "samples": [{"name": sample.name, "labels": sample.labels, "value": number(sample.value)} for sample in family.samples],
    }
    for family in families
]))
