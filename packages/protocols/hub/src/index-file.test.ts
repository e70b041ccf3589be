import { expect, test } from "vitest";
import { toIndex } from "./index-file.ts";

const entries = Array.from({ length: 50 }, (_, at) => ({
  json: JSON.stringify({ id: `skill-${at}`, text: "é".repeat(at) }),
}));

test("holds as many skills as fit, and says in the log how many are left out", () => {
  for (const mostBytes of [200, 1_000, 2_000]) {
    const warned: object[] = [];
    const text = toIndex(
      { now: () => new Date(0), warn: (event, fields) => warned.push({ event, ...fields }) },
      entries,
      mostBytes,
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes);
    const { agents, generated_at: at } = JSON.parse(text);
    expect(at).toBe("1970-01-01T00:00:00.000Z");
    expect(agents).toEqual(entries.slice(0, agents.length).map(({ json }) => JSON.parse(json)));
    const next = entries[agents.length];
    expect(Buffer.byteLength(text) + 1 + Buffer.byteLength(next?.json ?? "")).toBeGreaterThan(mostBytes);
    expect(warned).toEqual([
      { event: "hub_index_full", listed: agents.length, left_out: 50 - agents.length, most_bytes: mostBytes },
    ]);
  }
  const warned: object[] = [];
  expect(
    JSON.parse(toIndex({ now: () => new Date(0), warn: (event) => warned.push({ event }) }, entries, 100_000)).agents,
  ).toHaveLength(50);
  expect(warned).toEqual([]);
});
