import { expect, test } from "vitest";
import { AlreadyThere, insertOrFind } from "./insert-version.ts";

const theirs = { versionId: 7, inspectionId: "of-it" };

test("R2 who finds a number taken twice, and nothing under it in between, is told to try again", async () => {
  let inserts = 0;
  const insert = async () => {
    inserts += 1;
    throw new AlreadyThere("1.0.0");
  };
  await expect(insertOrFind({ insert, findTheirs: async () => null })).rejects.toMatchObject({ code: "conflict" });
  expect(inserts).toBe(2);
  expect(await insertOrFind({ insert, findTheirs: async () => theirs })).toEqual({ created: false, ...theirs });
});

test("what comes in between only once is no refusal, and another failure is passed on", async () => {
  let inserts = 0;
  const insert = async () => {
    inserts += 1;
    if (inserts === 1) throw new AlreadyThere("1.0.0");
    return { created: true, ...theirs };
  };
  expect(await insertOrFind({ insert, findTheirs: async () => null })).toEqual({ created: true, ...theirs });
  const broken = async () => {
    throw new TypeError("another failure");
  };
  await expect(insertOrFind({ insert: broken, findTheirs: async () => theirs })).rejects.toThrow(TypeError);
});
