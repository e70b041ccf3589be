import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type SampleFiles, zipOf } from "../harness/samples.ts";

/** What people published elsewhere is brought in as it is: other tools' files beside it, versions or none. */
describe("skills from elsewhere, over HTTP", () => {
  let registry: TestRegistry;
  let author: string;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    author = await account(registry.url, registry.adminToken, "ada");
  });
  afterAll(() => registry.close());

  const skillFile = (name: string, more = "") =>
    `---\nname: ${name}\ndescription: Reads a calendar. Use when a day is to be planned.\n${more}---\n\n# Calendar\n\nRead it.\n`;
  const errorsOf = ({ errors }: { errors: { severity: string; code: string; file: string }[] }) =>
    errors.filter(({ severity }) => severity === "error");
  const send = (files: SampleFiles, query: string) => publish(registry.url, author, zipOf(files), query);
  const validate = (files: SampleFiles, query = "") =>
    call(`${registry.url}/api/v1/validate${query}`, {
      token: author,
      body: zipOf(files) as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    });

  test.each<[string, string, string]>([
    ["hub-record", "skill.json", '{"slug": "x", "name": "X", "summary": "s", "version": "9.9.9"}'],
    ["tool-table", "skill.json", '{"tools": {"list": {"name": "list", "description": "d"}}}'],
    ["hub-broken", "skill.json", '{"name": "x", // a comment\n}'],
    ["word-skill", "package.json", '{"name": "x", "version": "3.0.0", "skill": "SKILL.md"}'],
    ["plain-page", "notes.skill.md", "# Notes\n\nHow this skill came about.\n"],
  ])("%s: a %s without the shape of its format is no second manifest", async (name, path, text) => {
    const published = await send({ "SKILL.md": skillFile(name), [path]: text }, "?version=1.0.0");
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    expect(published.body).toMatchObject({ name, version: "1.0.0", format: "agent-skills" });
  });

  test.each<[string, string, string]>([
    ["aria", "skill.json", '{"name": "aria-other", "version": "1.0.0", "layer": 3, "description": "d"}'],
    ["aria-broken", "skill.json", '{"name": "aria-other", "layer": 3, // a comment\n}'],
    ["aria-escaped", "skill.json", '{"n\\u0061me": "\\u0061ria-other", "l\\u0061yer": 3,}'],
    ["miaos", "package.json", '{"skill": {"id": "other", "entryPoint": "run.js"}}'],
    ["skill-md", "other.skill.md", "---\nname: other\nversion: [\n---\n# Other\n"],
  ])("%s: one with its shape must agree, or be readable at least", async (name, path, text) => {
    const refused = await send({ "SKILL.md": skillFile(`second-${name}`), [path]: text }, "?version=1.0.0");
    expect(refused.status, JSON.stringify(refused.body)).toBe(422);
    expect(errorsOf(refused.body).map(({ file }) => file)).toContain(path);
  });

  test("a lone skill.json without its shape is told what Aria asks for", async () => {
    const checked = await validate({ "skill.json": '{"name": "x", "version": "1.0.0"}' });
    expect(checked.body).toMatchObject({ valid: false, format: "aria-2" });
  });

  test("default_version fills a gap and leaves every version that a manifest says", async () => {
    const cases: [string, string, string][] = [
      ["says-none", "", "0.0.1"],
      ["says-its-own", "version: 2.3.4\n", "2.3.4"],
      ["says-below", 'metadata:\n  version: "4.0.0"\n', "4.0.0"],
      ["says-no-semver-below", 'metadata:\n  version: "1.0"\n', "0.0.1"],
    ];
    for (const [name, more, version] of cases) {
      const published = await send({ "SKILL.md": skillFile(name, more) }, "?default_version=0.0.1");
      expect([published.status, published.body.version], JSON.stringify(published.body)).toEqual([201, version]);
    }
    const given = await send({ "SKILL.md": skillFile("says-another", "version: 2.3.4\n") }, "?version=0.0.1");
    expect(given.status).toBe(422);
    const bad = await send({ "SKILL.md": skillFile("says-badly", 'version: "1.0"\n') }, "?default_version=0.0.1");
    expect(errorsOf(bad.body).map(({ code }) => code)).toEqual(["SK3011"]);
    const word = await send({ "SKILL.md": skillFile("says-word") }, "?default_version=one");
    expect([word.status, word.body.code]).toEqual([400, "invalid_request"]);
  });

  test.each(Object.keys(FORMAT_SAMPLES))("%s: default_version leaves its version alone", async (format) => {
    const sample = FORMAT_SAMPLES[format];
    if (sample === undefined) throw new Error("no such sample");
    const checked = await validate(sample.files, "?default_version=77.0.0");
    const version = sample.query === "" ? sample.version : "77.0.0";
    expect(checked.body, JSON.stringify(checked.body)).toMatchObject({ valid: true, format, version: { version } });
  });

  test.each(Object.entries(FORMAT_SAMPLES))("%s is recognised when it is refused, too", async (format, sample) => {
    const manifest = Object.keys(sample.files).find((path) =>
      /^(?:SKILL\.md|skill\.json|package\.json|.*\.skill\.md)$/.test(path),
    );
    if (manifest === undefined) throw new Error("a sample without a manifest");
    const broken = String(sample.files[manifest]).replace(
      /^(\s*"?description"?:).*$/m,
      manifest.endsWith("json") ? '$1 "",' : '$1 ""',
    );
    const files = { ...sample.files, [manifest]: broken };
    const checked = await validate(files, sample.query);
    expect(checked.body, JSON.stringify(checked.body)).toMatchObject({ valid: false, format, version: null });
    const refused = await send(files, sample.query);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: "invalid_manifest", format });
  });
});
