from gaia.agents.base.tools import tool


@tool
def expand_field(field: str, lowest: int, highest: int) -> dict:
    """List the values that one field of a cron expression stands for."""
    values = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        begin = lowest if first == "*" else int(first)
        end = highest if first == "*" or (step and not last) else int(last or first)
        values.update(range(begin, end + 1, int(step or 1)))
    return {"values": sorted(values)}
