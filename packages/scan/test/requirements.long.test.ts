import { describe, expect, test } from "vitest";
import { COMPLETED, file, osv, reason, reasons, scan, scanners, told } from "./scanning.ts";

function asked(...texts: string[]): { text: string; origin: string }[] {
  return texts.map((text) => ({ text, origin: "SKILL.md" }));
}

describe.skipIf(scanners === null)(`requirements [${reason ?? "scanners found"}]`, () => {
  test("a known vulnerability is found at the pinned version, with its fix", async () => {
    const files = [file("SKILL.md", "---\ndependencies:\n  - requests==2.30.0\n---\n")];
    const result = await scan({ files, requirements: asked("requests==2.30.0") });
    expect(reasons(result)).toEqual(COMPLETED);
    expect(told(result)).toEqual([
      "pip-audit/CVE-2023-32681 high high SKILL.md:3",
      "pip-audit/CVE-2024-35195 high high SKILL.md:3",
    ]);
    expect(result.findings[0]).toMatchObject({
      message: "requests 2.30.0: CVE-2023-32681 (GHSA-j8r2-6x86-q33x), fixed in 2.31.0.",
      hint: "Require requests>=2.31.0.",
    });
  });

  test("a range is audited at the version it resolves to, and what a requirement needs is audited too", async () => {
    const result = await scan({ requirements: asked("requests>=2.20,<2.26", "urllib3<2") });
    expect(result.resolved).toContainEqual(expect.objectContaining({ name: "requests", version: "2.25.1" }));
    expect(told(result)).toContain("pip-audit/CVE-2024-35195 high high null:null");
    expect(osv.requests.map(({ name }) => name)).toEqual(expect.arrayContaining(["chardet", "urllib3"]));
  });

  test("lines that the manifest's reader took out of a requirements file are read with the file, whole", async () => {
    const lines = ["requests==2.30.0 \\", `    --hash=sha256:${"0".repeat(64)}`, "idna==3.10"];
    const result = await scan({
      files: [file("requirements.txt", `${lines.join("\n")}\n`), file("SKILL.md", "---\nname: x\n---\n")],
      requirements: [
        ...lines.map((text, at) => ({ text, origin: `requirements.txt:${at + 1}` })),
        { text: "idna==3.1", origin: "SKILL.md:2" },
      ],
    });
    expect(told(result)).toContain("pip-audit/CVE-2023-32681 high high requirements.txt:1");
    expect(told(result)).toContain("pip-audit/MAL-2024-0001 critical high SKILL.md:2");
    expect(told(result).filter((each) => each.startsWith("requirements/"))).toEqual([]);
  });

  test("what was resolved is kept for the same lines and the same installation alone; advisories are asked each time", async () => {
    const isInstall = ({ argv }: { argv: string[] }): boolean => argv.includes("pip") && argv.includes("install");
    const runs = async (revision: string | undefined, ...texts: string[]): Promise<[number, string[]]> => {
      if (scanners === null) throw new Error("there are no scanners");
      const result = await scan({ scanners: { ...scanners, revision }, requirements: asked(...texts) });
      const audits = result.commands.filter(({ argv }) => argv.includes("pip_audit")).length;
      expect(audits).toBe(result.resolved.length === 0 ? 0 : 1);
      return [result.commands.filter(isInstall).length, told(result)];
    };
    const found = ["pip-audit/MAL-2024-0001 critical high null:null"];
    expect(await runs("kept 1", "idna==3.1")).toEqual([1, found]);
    expect(await runs("kept 1", "idna==3.1")).toEqual([0, found]);
    expect(await runs("kept 2", "idna==3.1")).toEqual([1, found]);
    expect(await runs("kept 1", "idna>=3.1,<3.2")).toEqual([1, found]);
    expect(await runs(undefined, "idna==3.1")).toEqual([1, found]);
    const absent = "no-such-package-for-a-registry-test-2";
    const [before, said] = await runs("kept 1", absent);
    expect(await runs("kept 1", absent)).toEqual([before, said]);
    expect(said).toContain("requirements/unknown-package high medium null:null");
  });

  test("(machines, M-6) each package says what it needs, by what the index told of its wheel", async () => {
    const { resolved } = await scan({ requirements: asked("requests[socks]==2.31.0") });
    const requests = resolved.find(({ name }) => name === "requests");
    const needed = resolved.filter(({ name }) => name !== "requests");
    expect(requests).toMatchObject({
      isAsked: true,
      needsMore: false,
      license: "Apache 2.0",
      supplier: "Kenneth Reitz",
    });
    expect(requests?.hashes).toEqual(["sha256:58cd2187c01e70e6e26505bca751777aa9f2ee0b7f4300988b709f44e013003f"]);
    expect(needed.map(({ name }) => name)).toEqual(["certifi", "charset-normalizer", "idna", "pysocks", "urllib3"]);
    expect(requests?.needs).toEqual(needed.map(({ name, version }) => `${name}@${version}`));
    expect(needed.every(({ isAsked, needs }) => !isAsked && needs?.length === 0)).toBe(true);
  });

  test("known malware is critical", async () => {
    const result = await scan({ requirements: asked("idna==3.1") });
    expect(told(result)).toEqual(["pip-audit/MAL-2024-0001 critical high null:null"]);
  });

  test("a marker that is false here does not hide a requirement", async () => {
    const result = await scan({
      requirements: asked('idna==3.1; sys_platform == "win32"', 'requests==2.30.0; python_version < "3"', "idna>=3.10"),
    });
    expect(reasons(result)["pip-audit"]).toBeNull();
    expect(result.findings.map(({ rule }) => rule)).toContain("pip-audit/MAL-2024-0001");
    expect(result.findings.map(({ rule }) => rule)).toContain("pip-audit/CVE-2023-32681");
  });

  test("requirements files of the package are read, includes followed, once each", async () => {
    const result = await scan({
      files: [
        file("lib/requirements-dev.txt", "-r base/more.txt\n-r requirements-dev.txt\n"),
        file("lib/base/more.txt", "# a comment\nidna==3.1 \\\n   --hash=sha256:00\n"),
      ],
    });
    expect(told(result)).toEqual(["pip-audit/MAL-2024-0001 critical high lib/base/more.txt:2"]);
  });

  test.for([
    [
      "no such name",
      "no-such-package-for-a-registry-test-1",
      "the package index has no no-such-package-for-a-registry-test-1",
    ],
    ["no such version", "idna==99", "no version of idna satisfies idna==99"],
    ["a contradiction", "urllib3==1.19\nrequests==2.31.0", /contradict/],
    ["only a source archive", "docopt==0.6.2", /^docopt has no wheel/],
    ["not a version", "idna>=1.*", "a requirement is not valid"],
    ["not a requirement", "idna is nice", "could not read the requirement idna is nice"],
  ] as const)("what cannot be resolved is unscanned, in words: %s", async ([, text, words]) => {
    const result = await scan({ requirements: asked(text) });
    expect(result.scanners[2]).toMatchObject({ status: "unscanned", retryable: false });
    const given = reasons(result)["pip-audit"];
    if (typeof words === "string") expect(given).toBe(words);
    else expect(given).toMatch(words);
  });

  test("an unknown name is a finding; the others, and exact versions the index lost, are audited all the same", async () => {
    const result = await scan({
      requirements: asked("no-such-package-for-a-registry-test-1", "idna==3.1", "pyyaml==3.99"),
    });
    expect(result.findings.map(({ rule }) => rule).toSorted()).toEqual([
      "pip-audit/CVE-2020-14343",
      "pip-audit/MAL-2024-0001",
      "requirements/unknown-package",
    ]);
    expect(result.scanners[2]).toMatchObject({ status: "unscanned" });
  });

  test(
    "an index that does not answer is unscanned; an exact version is still audited",
    { timeout: 60_000 },
    async () => {
      const result = await scan({ requirements: asked("idna==3.1"), pipIndexUrl: "http://127.0.0.1:9/simple" });
      expect(reasons(result)["pip-audit"]).toBe("the package index did not answer");
      expect(result.scanners[2]).toMatchObject({ status: "unscanned", retryable: true });
      expect(told(result)).toEqual(["pip-audit/MAL-2024-0001 critical high null:null"]);
    },
  );

  test("an advisory service that does not answer, or not in its schema, is unscanned", async () => {
    for (const osvUrl of ["http://127.0.0.1:9", `${osv.url}/elsewhere`]) {
      const result = await scan({ requirements: asked("idna==3.10"), osvUrl });
      expect(reasons(result)["pip-audit"]).toBe("the advisory service did not answer");
    }
  });
});
