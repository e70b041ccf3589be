import { hasHidden } from "@gaia/text";
import type { SkillParts } from "../../model/blank-skill.ts";
import type { Os, Sourced } from "../../model/canonical.ts";
import { declaredAt, openFields } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { readLicense } from "../../fields/identity.ts";
import type { MapTree, Tree } from "../../model/yaml-tree.ts";
import { expectTexts } from "../json/json-manifest.ts";
import { takeLine, takeUrl } from "../skill-file/loose-fields.ts";

export const KEYWORD = "miaos-skill";

const LIMITS = { keywords: 64, dependencies: 256, people: 64 };

/**
 * What a package.json says about a skill: license, author, links, keywords, engines, os, dependencies. Fields of a shape that is not
 * understood whole stay extensions; npm's own fields are no mistakes. `version` is left to the caller.
 */
export function readPackageFields(reading: Reading, fields: Fields, parts: SkillParts): void {
  expectTexts(reading, fields, ["name", "version", "license"]);
  parts.license = readLicense(reading, fields);
  const people = readPeople(reading, fields);
  if (people.length > 0) parts.authors = people;
  if (parts.authors.length === 0)
    reading.report.note("SK3033", reading.source.placeAt(reading.startAt), "There is no author.");
  parts.links.homepage = takeUrl(reading, fields, "homepage");
  parts.links.repository = readRepository(reading, fields);
  parts.discovery.tags = readKeywords(reading, fields);
  parts.requires.os = readOs(reading, fields);
  const engines = fields.peek("engines");
  if (engines?.value.kind === "map") parts.requires.node = readNode(reading, fields, engines, engines.value);
  parts.requires.packages.unshift(...readDependencies(reading, fields));
  const name = takeNpmName(reading, fields);
  if (name !== null) parts.aliases.push(name);
}

/** The npm name stays an extension as well: the catalog needs it as it is. */
function takeNpmName(reading: Reading, fields: Fields): Sourced<string> | null {
  const tree = fields.peek("name")?.value;
  if (tree?.kind !== "scalar" || tree.text === "" || tree.text.length > 214) return null;
  return { value: tree.text, origin: declaredAt(reading, tree.at) };
}

/** Names alone are taken; where one of them has an address they stay extensions too, for the model has names only. */
function readPeople(reading: Reading, fields: Fields): SkillParts["authors"] {
  const author = fields.peek("author");
  const contributors = fields.peek("contributors");
  const list = contributors?.value.kind === "list" ? contributors.value.items.slice(0, LIMITS.people) : [];
  const trees = [...(author === null ? [] : [author.value]), ...list];
  const people = trees.map((tree) => ({ at: tree.at, person: personOf(tree) }));
  const isPlainList =
    contributors === null || (contributors.value.kind === "list" && contributors.value.items.length === list.length);
  if (isPlainList && people.every(({ person }) => person?.isWhole === true)) {
    fields.take("author");
    fields.take("contributors");
  }
  return people.flatMap(({ at, person }) =>
    person === null ? [] : [{ name: person.name, origin: declaredAt(reading, at) }],
  );
}

function personOf(tree: Tree): { name: string; isWhole: boolean } | null {
  const name = tree.kind === "map" ? tree.entries.get("name")?.value : tree;
  if (name?.kind !== "scalar" || typeof name.value !== "string") return null;
  const bare = (/^[^<(]*/.exec(name.value)?.[0] ?? "").trim();
  if (bare === "" || bare.length > 200 || hasHidden(bare, { asName: true })) return null;
  return { name: bare, isWhole: tree.kind === "scalar" && bare === name.value };
}

/** An address, or npm's object with one; the latter stays an extension. `git+https` is shown as `https`. */
function readRepository(reading: Reading, fields: Fields): Sourced<string> | null {
  const field = fields.peek("repository");
  if (field === null) return null;
  const { value: tree } = field;
  if (tree.kind === "scalar") {
    const plain = takeUrl(reading, fields, "repository");
    if (plain !== null) return plain;
  }
  const url = tree.kind === "map" ? tree.entries.get("url")?.value : tree;
  if (url?.kind !== "scalar") return null;
  const address = url.text.replace(/^git\+(?=https?:)/, "");
  const inner = { ...url, text: address };
  const one: Fields = { peek: () => ({ ...field, value: inner }), take: () => null, close: () => undefined };
  const found = takeUrl(reading, one, "repository");
  return found && { ...found, origin: { ...found.origin, how: "inferred" } };
}

function readKeywords(reading: Reading, fields: Fields): Sourced<string>[] {
  const { report, source } = reading;
  const field = fields.peek("keywords");
  const items = field?.value.kind === "list" ? field.value.items : [];
  const words = items.flatMap((tree) =>
    tree.kind === "scalar" && typeof tree.value === "string" && tree.value !== "" && tree.value.length <= 64
      ? { value: tree.value, origin: declaredAt(reading, tree.at) }
      : [],
  );
  if (!words.some(({ value }) => value === KEYWORD)) {
    const place = source.placeAt(field?.keyAt ?? reading.startAt);
    report.note("SK4022", place, `The keywords of package.json lack "${KEYWORD}".`);
  }
  const seen = new Set([KEYWORD]);
  const tags = words.filter(({ value }) => !seen.has(value) && seen.add(value));
  if (words.length < items.length || tags.length > LIMITS.keywords) return [];
  // Without the keyword they are no sign of MiaOS; an empty list says nothing.
  if (field !== null) fields.take("keywords");
  return tags;
}

const SYSTEMS: readonly Os[] = ["darwin", "linux", "win32"];

function readOs(reading: Reading, fields: Fields): Sourced<Os>[] {
  const field = fields.peek("os");
  if (field?.value.kind !== "list") return [];
  const { items } = field.value;
  const systems = items.flatMap((tree) => {
    const value = tree.kind === "scalar" ? SYSTEMS.find((one) => one === tree.value) : undefined;
    return value === undefined ? [] : [{ value, origin: declaredAt(reading, tree.at) }];
  });
  const distinct = new Set(systems.map(({ value }) => value));
  if (systems.length < items.length || distinct.size < systems.length) return [];
  fields.take("os");
  return systems;
}

function readNode(reading: Reading, fields: Fields, field: Field, map: MapTree): Sourced<string> | null {
  fields.take("engines");
  const engines = openFields(reading, map, field);
  const node = takeLine(reading, engines, "node", 128);
  engines.close();
  return node;
}

/** `{"a": "^1"}` -> `a@^1`. All or nothing: an odd entry leaves the whole object an extension. */
function readDependencies(reading: Reading, fields: Fields): SkillParts["requires"]["packages"] {
  const field = fields.peek("dependencies");
  if (field?.value.kind !== "map" || field.value.entries.size > LIMITS.dependencies) return [];
  const packages: SkillParts["requires"]["packages"] = [];
  for (const [name, { keyAt, value }] of field.value.entries) {
    const isPlain = value.kind === "scalar" && typeof value.value === "string" && /^[^\s]{1,400}$/.test(value.text);
    if (!isPlain || !/^(?:@[\w.~-]{1,100}\/)?[\w.~-]{1,214}$/.test(name)) return [];
    const origin = declaredAt(reading, keyAt);
    const spec = `${name}@${value.text}`;
    packages.push({ manager: "npm", spec, bins: [], label: null, sha256: null, raw: null, origin });
  }
  fields.take("dependencies");
  return packages;
}
