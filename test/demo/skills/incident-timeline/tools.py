import re

from gaia.agents.base.tools import tool

TIME = re.compile(r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?")


@tool
def merge_events(paths: list, zone: str = "UTC") -> dict:
    """Put the lines of several files into the order of their times."""
    events = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                time = TIME.match(line)
                if time:
                    events.append({"time": time.group().replace("T", " "), "zone": zone, "text": line[time.end():].strip(), "source": path})
                elif events and line.strip():
                    events[-1]["text"] += " " + line.strip()
    return {"events": sorted(events, key=lambda event: event["time"])}
