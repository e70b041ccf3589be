import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startTestRegistry } from "../harness/registry.ts";
import { service } from "../harness/services.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PLACE = join(ROOT, "infra/monitoring");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  title: string;
  targets: { expr: string }[];
}

const { groups } = parse(read("infra/monitoring/alerts.yml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read("infra/monitoring/dashboard.json")) as { panels: Panel[] };

/** Words of the query language that are no functions; functions stand before a parenthesis. */
const WORDS = new Set(["and", "or", "unless", "by", "without", "offset", "sum", "max", "min", "avg", "count"]);

/** The metrics that an expression asks for. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)|\boffset \w+/g, " ");
  const names = [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)].map(([name]) => name);
  return names.filter((name) => !WORDS.has(name));
}

/** What the page of a process names, with the series that a histogram consists of. */
function seriesOf(page: string): Set<string> {
  const types = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = "", type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
    ),
  );
}

describe("infra/monitoring", () => {
  test("alerts and dashboard ask for metrics that a registry has (first week, B9)", async () => {
    const registry = await startTestRegistry({ withoutScanners: true });
    const page = await (await fetch(`${registry.url}/metrics`)).text();
    await registry.close();
    const series = seriesOf(page);
    const expressions = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ];
    expect(expressions.length).toBeGreaterThan(20);
    const asked = new Set<string>();
    for (const [where, expression] of expressions) {
      const names = metricsOf(expression);
      expect(names.length, where).toBeGreaterThan(0);
      // `up` is Prometheus's own word about each process that it asks.
      for (const name of names) if (name !== "up") expect([...series], `${where}: ${name}`).toContain(name);
      for (const name of names) asked.add(name.replace(/_(?:bucket|count|sum)$/, ""));
    }
    const own = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
    const unused = own.filter((name) => !/^(?:process|nodejs)_/.test(name) && !asked.has(name));
    expect(unused, "metrics of ours that nothing looks at").toEqual([]);
  });

  test("each alert is described in docs/operations.md, and nothing else is (first week, B9)", () => {
    const described = [...read("docs/operations.md").matchAll(/^\| `(Registry\w+)` \| (\w+) \|/gm)];
    expect(described.map(([, name, severity]) => `${name} ${severity}`).toSorted()).toEqual(
      rules.map(({ alert, labels }) => `${alert} ${labels.severity}`).toSorted(),
    );
  });

  test("the tests of the rules try each alert, where it fires and where it does not (first week, B9)", () => {
    const { tests } = parse(read("infra/monitoring/alerts.test.yml")) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const cases = tests.flatMap((one) => one.alert_rule_test);
    for (const { alert } of rules) {
      const own = cases.filter(({ alertname }) => alertname === alert).map(({ exp_alerts: fires }) => fires.length > 0);
      expect(new Set(own), alert).toEqual(new Set([true, false]));
    }
  });

  test("every panel of the dashboard has its place, its unit and a query (first week, B9)", () => {
    const whole = JSON.parse(read("infra/monitoring/dashboard.json"));
    expect(whole).toMatchObject({ uid: "skill-registry", schemaVersion: 39 });
    const places = whole.panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(panels.length);
    for (const panel of whole.panels) {
      expect(panel.targets.length, panel.title).toBeGreaterThan(0);
      expect(panel.fieldConfig.defaults.unit, panel.title).toMatch(/^[a-z]+$/);
    }
  });
});

const promtool = await service("promtool");
const why = promtool.available ? "" : ` [${promtool.reason}]`;
describe.skipIf(!promtool.available)(`promtool${why}`, () => {
  const program = promtool.available ? promtool.url : "";
  const run = (...args: string[]) => execFileSync(program, args, { cwd: PLACE, encoding: "utf8" });

  test("takes the rules and the configuration, and their tests pass (first week, B9)", () => {
    expect(run("check", "rules", "alerts.yml")).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(run("check", "config", "prometheus.yml")).toContain("SUCCESS: 1 rule files found");
    expect(run("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
  });

  test("finds each rule that would not fire (first week, B9)", () => {
    const dir = mkdtempSync(join(tmpdir(), "monitoring-"));
    cpSync(PLACE, dir, { recursive: true });
    const text = read("infra/monitoring/alerts.yml");
    for (const { alert, expr } of rules) {
      writeFileSync(join(dir, "alerts.yml"), text.replace(expr, "vector(0) > 1"));
      const tried = spawnSync(program, ["test", "rules", "alerts.test.yml"], { cwd: dir, encoding: "utf8" });
      expect([tried.status, tried.stdout + tried.stderr], alert).toEqual([1, expect.stringContaining(alert)]);
    }
    rmSync(dir, { recursive: true });
  });
});
