import { describe, expect, it } from "vitest";
import { startCost } from "../../../test/harness/cost.ts";
import { lineDiff } from "./line-diff.ts";

const ENOUGH_MS = 5_000;

const shown = (before: readonly string[], after: readonly string[]) =>
  lineDiff(before, after, ENOUGH_MS)?.map((group) =>
    group.map(({ kind, text: line, line: at }) => `${{ same: " ", added: "+", dropped: "-" }[kind]}${at} ${line}`),
  );

describe("the difference of two texts", () => {
  it("is nothing for the same text", () => {
    expect(shown(["a", "b"], ["a", "b"])).toEqual([]);
  });

  it("says which lines came and went, with three around and their numbers", () => {
    const before = ["1", "2", "3", "4", "5", "6", "7", "8"];
    expect(shown(before, ["1", "2", "3", "4", "five", "6", "7", "8", "9"])).toEqual([
      [" 2 2", " 3 3", " 4 4", "-5 5", "+5 five", " 6 6", " 7 7", " 8 8", "+9 9"],
    ]);
  });

  it("is groups where changes lie apart", () => {
    const before = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    const after = before.with(2, "changed").with(25, "changed too");
    expect(shown(before, after)?.length).toBe(2);
  });

  it("gives the newer text back when it is done to the older, whatever the two are", () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let round = 0; round < 300; round += 1) {
      const some = () => Array.from({ length: random(12) + 1 }, () => "abcd"[random(4)] ?? "");
      const [before, after] = [some(), some()];
      const lines = lineDiff(before, after, ENOUGH_MS);
      // All of it is near something: three lines of context may leave some out at the ends alone.
      const kept = lines?.flat() ?? [];
      const added = kept.filter(({ kind }) => kind === "added").map(({ line, text: each }) => [after[line - 1], each]);
      const dropped = kept
        .filter(({ kind }) => kind === "dropped")
        .map(({ line, text: each }) => [before[line - 1], each]);
      for (const [at, each] of [...added, ...dropped]) expect(each).toBe(at);
      const gone = new Set(kept.filter(({ kind }) => kind === "dropped").map(({ line }) => line));
      const came = new Set(kept.filter(({ kind }) => kind === "added").map(({ line }) => line));
      expect(before.filter((_, at) => !gone.has(at + 1))).toEqual(after.filter((_, at) => !came.has(at + 1)));
    }
  });

  it("is none for two texts that have nothing in common, whatever they would cost", () => {
    const lines = (word: string) => Array.from({ length: 9_000 }, (_, at) => `${word} ${at}`);
    expect(lineDiff(lines("a"), lines("b"), ENOUGH_MS)).toBeNull();
    expect(
      lineDiff(
        Array.from({ length: 30_000 }, () => "x"),
        ["x"],
        ENOUGH_MS,
      ),
    ).toBeNull();
  });

  it("X6 gives up in time on lines made to be searched through, and at once where no time is left", () => {
    const [before, after] = ["xyz", "yxz"].map((lines) => [...lines.repeat(3_000)]) as [string[], string[]];
    const cost = startCost();
    expect(lineDiff(before, after, 100)).toBeNull();
    expect(cost(100)).toBeLessThan(150);
    expect(lineDiff(["a"], ["b"], 0)).toBeNull();
  });
});
