import csv

from gaia.agents.base.tools import tool


@tool
def profile_columns(path: str, delimiter: str = ",") -> dict:
    """Count values, gaps and different values of each column."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=delimiter))
    columns = {}
    for name in rows[0] if rows else []:
        values = [row[name] or "" for row in rows]
        filled = [value for value in values if value.strip()]
        columns[name] = {"values": len(filled), "gaps": len(values) - len(filled), "different": len(set(filled))}
    return {"rows": len(rows), "columns": columns}


@tool
def find_duplicates(path: str, column: str) -> dict:
    """Name the values of a column that stand in more than one row."""
    counts = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            counts[row[column]] = counts.get(row[column], 0) + 1
    return {"duplicates": [value for value, count in counts.items() if count > 1]}
