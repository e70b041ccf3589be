import { expect, test } from "vitest";
import { changedSubjects } from "./listen-for-changes.ts";

test("a change names its skill, both publishers of a transfer, collections, and the catalog", () => {
  const said = { skill: "web-search", publishers: ["ada", "eve"], collections: ["spring"] };
  const subjects = ["skill:web-search", "publisher:ada", "publisher:eve", "collection:spring", "catalog"];
  expect(changedSubjects(JSON.stringify({ ...said, catalog: true }))).toEqual(subjects);
  // As migration 0058 had it.
  expect(changedSubjects(JSON.stringify(said))).toEqual(subjects);
});

test("a change of a skill that is not public names the skill alone", () => {
  const said = { skill: "secret-plan", publishers: [], collections: [], catalog: false };
  expect(changedSubjects(JSON.stringify(said))).toEqual(["skill:secret-plan"]);
});

test("what is no such JSON is a skill's name, for earlier releases: nothing but that skill; a name may look like JSON", () => {
  for (const name of ["web-search", "123", "true", "null", ""])
    expect(changedSubjects(name)).toEqual([`skill:${name}`]);
});
