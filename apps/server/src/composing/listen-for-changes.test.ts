import { expect, test } from "vitest";
import { changedSubjects } from "./listen-for-changes.ts";

test("a change names its skill, both publishers of a transfer, and collections", () => {
  const said = { skill: "web-search", publishers: ["ada", "eve"], collections: ["spring"] };
  const subjects = ["skill:web-search", "publisher:ada", "publisher:eve", "collection:spring"];
  expect(changedSubjects(JSON.stringify(said))).toEqual(subjects);
});

test("what is no such JSON is a skill's name, as earlier releases say it; a name may look like JSON", () => {
  for (const name of ["web-search", "123", "true", "null", ""])
    expect(changedSubjects(name)).toEqual([`skill:${name}`]);
});
