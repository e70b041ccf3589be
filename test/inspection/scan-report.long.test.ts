import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type SampleFiles, sampleFiles, webSearch, zipOf } from "../harness/samples.ts";

interface Finding {
  rule: string;
  file: string;
  line: number;
  message: string;
  also: string[];
}

const FETCHER = `import subprocess
from gaia.agents.base.tools import tool
import requests


@tool
def greet(name: str) -> dict:
    """Return a greeting for the given name."""
    page = requests.get("https://api.example.com/greetings", timeout=5).json()
    return {"message": page["text"], "log": subprocess.run(["git", "log"], capture_output=True, timeout=5).returncode}
`;

describe("The report of an inspection", () => {
  let registry: TestRegistry;
  let ada: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;

  beforeAll(async () => {
    registry = await startTestRegistry({ scansAnew: true });
    ada = await account(registry.url, registry.adminToken, "ada");
  });
  afterAll(() => registry.close());

  const scanned = async (files: SampleFiles, name: string, version = "1.0.0") => {
    expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
    await inspected(registry.url, name, version, ada);
    const { body } = await call(api(`/skills/${name}/${version}/scan`), { token: ada });
    return body as { verdict: string; reason: string; report_digest: string; findings: Finding[] };
  };
  const rulesOf = (report: { findings: Finding[] }, prefix: string) =>
    report.findings.filter(({ rule }) => rule.startsWith(prefix)).map(({ rule }) => rule);
  const declaring = (name: string, permissions: string[], version = "1.0.0"): SampleFiles => {
    const files = sampleFiles({ name, version });
    const list = permissions.map((permission) => `  - ${permission}\n`).join("");
    return {
      "SKILL.md": String(files["SKILL.md"]).replace(/permissions:\n(?: {2}- .*\n)+/, `permissions:\n${list}`),
      "tools.py": FETCHER,
    };
  };

  test("code that does more than the manifest declares is held, with the line that shows it", async () => {
    const report = await scanned(declaring("more-than-said", ["network:none", "filesystem:none"]), "more-than-said");
    expect(report.verdict).toBe("REVIEW");
    expect(rulesOf(report, "permissions/").sort()).toEqual([
      "permissions/undeclared-network-read",
      "permissions/undeclared-shell-execute",
    ]);
    const found = report.findings.find(({ rule }) => rule === "permissions/undeclared-network-read");
    expect(found).toMatchObject({ file: "tools.py", line: 9, message: expect.stringContaining("network:none") });
    const { body } = await call(api("/skills/more-than-said/1.0.0"), { token: ada });
    expect(body.permissions.inferred).toEqual(
      expect.arrayContaining([
        { permission: "network:read:api.example.com", evidence: [{ file: "tools.py", line: 9 }] },
        { permission: "shell:execute:git", evidence: [{ file: "tools.py", line: 10 }] },
      ]),
    );
    const hits = await call(api("/skills?permission=shell:execute&held=true"));
    expect(hits.body.items.map((item: { name: string }) => item.name)).toContain("more-than-said");
  });

  test("declarations that the code does not need, or does not need so wide, are told and hold nothing", async () => {
    const declared = ["network:read", "shell:execute:git", "desktop:control"];
    const report = await scanned(declaring("wider-than-used", declared), "wider-than-used");
    expect(report.verdict).toBe("ALLOW");
    const permissions = report.findings.filter(({ rule }) => rule.startsWith("permissions/"));
    expect(permissions).toEqual([
      expect.objectContaining({
        rule: "permissions/wider-than-use",
        file: "SKILL.md",
        message: expect.stringContaining("api.example.com"),
      }),
      expect.objectContaining({
        rule: "permissions/unused",
        file: "SKILL.md",
        message: expect.stringContaining("desktop:control"),
      }),
    ]);
  });

  test("a new permission in a patch version is held, in a major one it is not", async () => {
    const name = "grows-quietly";
    const quiet = (version: string) => ({ ...declaring(name, ["network:read", "shell:execute:git"], version) });
    expect((await scanned(quiet("1.0.0"), name)).verdict).toBe("ALLOW");
    const loud = ["network:read", "shell:execute:git", "filesystem:write"];
    const patch = await scanned(declaring(name, loud, "1.0.1"), name, "1.0.1");
    expect(patch.verdict).toBe("REVIEW");
    expect(patch.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          rule: "versions/permission-added",
          message: expect.stringMatching(/filesystem:write.*since 1\.0\.0.*major/),
        }),
      ]),
    );
    // A version that is held does not carry its change over into the next one.
    const next = await scanned(declaring(name, loud, "1.0.2"), name, "1.0.2");
    expect(rulesOf(next, "versions/")).toEqual(["versions/permission-added"]);
    const major = await scanned(declaring(name, loud, "2.0.0"), name, "2.0.0");
    expect(rulesOf(major, "versions/")).toEqual([]);
    expect(major.verdict).toBe("ALLOW");
  });

  test("a tool that is gone asks for a major version, a new one for a minor one", async () => {
    const name = "changes-tools";
    const files = (version: string, tool: string): SampleFiles => {
      const sample = sampleFiles({ name, version });
      return {
        "SKILL.md": String(sample["SKILL.md"]).replace("- name: greet", `- name: ${tool}`),
        "tools.py": String(sample["tools.py"]).replace("def greet", `def ${tool}`),
      };
    };
    await scanned(files("1.0.0", "greet"), name);
    const minor = await scanned(files("1.1.0", "salute"), name, "1.1.0");
    expect(rulesOf(minor, "versions/")).toEqual(["versions/tool-removed"]);
    expect(minor.verdict).toBe("REVIEW");
    const patch = await scanned(files("1.0.1", "bow"), name, "1.0.1");
    expect(rulesOf(patch, "versions/").sort()).toEqual(["versions/tool-added", "versions/tool-removed"]);
  });

  test("SARIF 2.1.0 on request: a run for each scanner, and the same bytes every time", async () => {
    await scanned(webSearch(), "web-search");
    const ask = () => fetch(api("/skills/web-search/1.0.0/scan"), { headers: { accept: "application/sarif+json" } });
    // The kept JSON page lies at the same address.
    const json = await fetch(api("/skills/web-search/1.0.0/scan"));
    expect(json.headers.get("content-type")).toMatch(/^application\/json/);
    const first = await ask();
    expect(first.headers.get("content-type")).toBe("application/sarif+json");
    expect(first.headers.get("vary")).toContain("accept");
    const text = await first.text();
    expect(await (await ask()).text()).toBe(text);
    const sarif = JSON.parse(text);
    expect(sarif.version).toBe("2.1.0");
    const names = sarif.runs.map((run: { tool: { driver: { name: string } } }) => run.tool.driver.name);
    expect(names).toEqual(
      expect.arrayContaining(["bandit", "detect-secrets", "pip-audit", "gaia-instructions", "gaia-code"]),
    );
    const bandit = sarif.runs.find((run: { tool: { driver: { name: string } } }) => run.tool.driver.name === "bandit");
    expect(bandit.results[0]).toMatchObject({
      ruleId: "bandit/B113",
      locations: [{ physicalLocation: { artifactLocation: { uri: "tools.py", uriBaseId: "SKILL" } } }],
    });
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });

  test("(machines, M-6) every driver of the SARIF says what it is and in which version", async () => {
    await scanned(declaring("said-by-drivers", ["network:none"]), "said-by-drivers");
    const answer = await fetch(api("/skills/said-by-drivers/1.0.0/scan"), {
      headers: { accept: "application/sarif+json" },
    });
    const { runs } = (await answer.json()) as {
      runs: { tool: { driver: { name: string; version?: string; informationUri?: string } } }[];
    };
    const drivers = runs.map(({ tool }) => tool.driver);
    expect(drivers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["bandit", "gaia-code", "gaia-permissions"]),
    );
    for (const { name, version, informationUri } of drivers) {
      expect([name, version]).toEqual([name, expect.stringMatching(/./)]);
      expect([name, URL.parse(informationUri ?? "")?.protocol]).toEqual([name, "https:"]);
    }
  });

  test("the same package in three registries gives the same report, digest and SARIF, byte for byte", async () => {
    const files = { ...declaring("said-thrice", ["network:none"]), "notes.md": "api_key = 'q8Zr2LmX0vTn5Wc7'\n" };
    const answers: string[] = [];
    for (let run = 0; run < 3; run += 1) {
      const other = await startTestRegistry({ scansAnew: true });
      try {
        const token = await account(other.url, other.adminToken, "ada");
        expect((await publish(other.url, token, zipOf(files))).status).toBe(201);
        await inspected(other.url, "said-thrice", "1.0.0", token);
        const { body } = await call(`${other.url}/api/v1/skills/said-thrice/1.0.0/scan`, { token });
        const { inspection_id, started_at, finished_at, scanners, ...said } = body;
        const timeless = scanners.map(({ duration_ms, ...scanner }: { duration_ms: number }) => {
          expect(duration_ms).toBeGreaterThanOrEqual(0);
          return scanner;
        });
        expect([inspection_id, started_at, finished_at].every((text) => typeof text === "string")).toBe(true);
        const sarif = await fetch(`${other.url}/api/v1/skills/said-thrice/1.0.0/scan`, {
          headers: { accept: "application/sarif+json", authorization: `Bearer ${token}` },
        });
        answers.push(JSON.stringify({ ...said, timeless }) + (await sarif.text()));
      } finally {
        await other.close();
      }
    }
    expect(answers[0]).toContain("detect-secrets/");
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });

  test("the signed verdict carries the report's digest", async () => {
    const report = await scanned(sampleFiles({ name: "digest-signed" }), "digest-signed");
    const { body } = await call(api("/skills/digest-signed/1.0.0/attestations"), { token: ada });
    const verdict = body.attestations.find(({ decision }: { decision: string }) => decision === "verdict");
    const statement = JSON.parse(Buffer.from(verdict.envelope.payload, "base64").toString());
    expect(report.report_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(statement.predicate.report_digest).toBe(report.report_digest);
    expect(statement.predicate.scanners.map(({ name }: { name: string }) => name)).toContain("gaia-code");
  });
});
