import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "../../apps/server/src/config/config.ts";
import { service } from "../harness/services.ts";
import { VARIABLES } from "../../apps/server/src/config/config-table.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  healthcheck?: object;
  restart: string;
  ports?: string[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: string };
}

const composeText = read("infra/compose.yaml");
const { services } = parse(composeText, { merge: true }) as { services: Record<string, ComposeService> };
const dockerfile = read("infra/Dockerfile");
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

/** What `.env.example` sets, and what somebody would put into its empty lines. */
const example = new Map(
  read("infra/.env.example")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);
const mustBeSet = new Set([...composeText.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map((match) => match[1] ?? ""));
const filled = (name: string): string => {
  if (name === "PUBLIC_URL") return "https://registry.example.com";
  return example.get(name) || (mustBeSet.has(name) ? `0123456789abcdef0123456789abcdef-${name}` : "");
};

/** Variables that it does not pass, and why. */
const NOT_PASSED: Record<string, string> = {
  HOST: "the image sets it",
  PORT: "the image sets it",
  DATA_DIR: "the image sets it",
  SCANNER_DIR: "the image carries the scanners",
  DATABASE_PREPARE: "its PostgreSQL has no pooler before it",
  DATABASE_DIRECT_URL: "its PostgreSQL has no pooler before it",
  MIAOS_REPO_SKILLS_DIR: "a folder of the operator's, which has to be mounted first",
  SIGSTORE_TRUSTED_ROOT: "a file of the operator's, which has to be mounted first",
};

/** Compose's own reading of `${NAME}`, `${NAME:-default}` and `${NAME:?message}` where every variable has a value. */
const interpolate = (text: string): string =>
  text.replaceAll(/\$\{([A-Z0-9_]+)(?::[-?][^}]*)?\}/g, (_, name: string) => filled(name));

const isOneShot = ([name, { restart }]: [string, ComposeService]): boolean =>
  restart === "no" &&
  Object.values(services).some(
    ({ depends_on: needs }) => needs?.[name]?.condition === "service_completed_successfully",
  );

const composeGo = await service("compose_check");
const noComposeGo = composeGo.available ? "" : ` [${composeGo.reason}]`;

describe("infra/compose.yaml", () => {
  it("gives the server only variables that it reads", () => {
    expect(ours.map(([name]) => name)).toEqual(["api", "worker", "migrate", "bucket"]);
    for (const [name, { environment = {} }] of ours) {
      const unknown = Object.keys(environment).filter((variable) => !Object.hasOwn(VARIABLES, variable));
      expect(unknown, name).toEqual([]);
    }
  });

  it("passes every variable that the server reads, or says why not (first week, B9)", () => {
    for (const [name, { environment = {} }] of ours) {
      const missing = Object.keys(VARIABLES).filter((variable) => !Object.hasOwn(environment, variable));
      const role = name === "bucket" ? ["ROLE"] : [];
      expect(
        missing.filter((variable) => !Object.hasOwn(NOT_PASSED, variable)),
        name,
      ).toEqual(role);
      expect(Object.keys(NOT_PASSED).filter((variable) => Object.hasOwn(environment, variable))).toEqual([]);
    }
  });

  it("does not start without an address and the log's name, which the first start fixes (first week, B9)", () => {
    for (const name of ["PUBLIC_URL", "LOG_ORIGIN"])
      expect(mustBeSet.has(name) && example.get(name) === "", name).toBe(true);
    for (const text of [read("README.md"), read("infra/README.md"), read("infra/.env.example")])
      expect(text.replaceAll(/\s+#?\s*/g, " ")).toMatch(
        /first start fixes .{0,30}for ever|FIRST START FIXES IT FOR EVER/,
      );
  });

  it("gives each role settings that the server starts with", () => {
    for (const [name, { environment = {} }] of ours) {
      const given = Object.entries(environment).map(([key, value]) => [key, interpolate(value)]);
      const settings = readSettings(Object.fromEntries(given));
      expect(settings.ROLE).toBe(name === "bucket" ? "all" : name);
      // Every door is a service of this file.
      for (const url of [settings.DATABASE_URL, settings.REDIS_URL, settings.S3_ENDPOINT, settings.MEILI_URL]) {
        expect(Object.keys(services)).toContain(new URL(url ?? "").hostname);
      }
    }
  });

  it("checks the health of every service that stays, and waits for it where another needs it", () => {
    const imageHasCheck = /^HEALTHCHECK /m.test(dockerfile);
    for (const [name, service] of Object.entries(services)) {
      const checked = service.healthcheck !== undefined || (service.build !== undefined && imageHasCheck);
      expect(checked || isOneShot([name, service]), name).toBe(true);
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        const other = services[needed];
        if (!other) throw new Error(`${name} needs ${needed}, which is not there`);
        const expected = isOneShot([needed, other]) ? "service_completed_successfully" : "service_healthy";
        expect(condition, `${name} needs ${needed}`).toBe(expected);
      }
    }
    expect(Object.keys(services["api"]?.depends_on ?? {})).toEqual(Object.keys(services["worker"]?.depends_on ?? {}));
  });

  it("publishes the API alone, on loopback, with a port for each of its copies", () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(["api"]);
    const port = interpolate(services["api"]?.ports?.[0] ?? "");
    const [, first, last] = /^127\.0\.0\.1:(\d+)-(\d+):8080$/.exec(port) ?? [];
    expect(Number(last) - Number(first) + 1).toBe(Number(filled("API_REPLICAS")));
    const { networks } = parse(composeText, { merge: true });
    expect(networks.inside).toEqual({ internal: true });
    for (const [name, { networks: joined, build }] of Object.entries(services)) {
      expect(joined, name).toEqual(build ? ["inside", "outside"] : ["inside"]);
    }
  });

  it("holds no secret, asks for every one, and says all of them in .env.example", () => {
    const asked = new Map(
      [...composeText.matchAll(/\$\{([A-Z0-9_]+)(:[-?])?/g)].map((match) => [match[1] ?? "", match[2]]),
    );
    expect([...asked.keys()].toSorted()).toEqual([...example.keys()].toSorted());
    for (const [name, value] of example) {
      const isSecret = /_PASSWORD|_KEY$|_TOKEN$|_SECRET|_URL$/.test(name);
      if (isSecret) expect(value, `${name} is given as ${value}`).toBe("");
      // `:?` refuses one that is missing or empty; what may be empty is the server's own default then.
      expect(asked.get(name), name).toBe(mustBeSet.has(name) ? ":?" : ":-");
      if (mustBeSet.has(name)) expect(value, name).toBe("");
    }
  });

  it("names a version of every image that it takes", () => {
    for (const [name, { image, build }] of Object.entries(services)) {
      if (!build) expect(image, name).toMatch(/^[a-z0-9/]+:v?\d+\.?[\d.]*(-[a-z]+)?$/);
    }
  });

  it.skipIf(!composeGo.available)(
    `conforms to the specification of compose files (first week, B9)${noComposeGo}`,
    () => {
      const dir = mkdtempSync(join(tmpdir(), "compose-file-"));
      const check = (text: string) => {
        writeFileSync(join(dir, "compose.yaml"), text);
        return spawnSync(composeGo.available ? composeGo.url : "", ["compose.yaml"], {
          cwd: dir,
          encoding: "utf8",
          env: { PATH: process.env["PATH"] },
        });
      };
      const whole = interpolate(composeText);
      expect(check(whole)).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("skill-registry") });
      expect(check(whole.replace("restart: unless-stopped", "restrat: unless-stopped")).stderr).toContain("restrat");
      expect(check(whole.replace("condition: service_healthy", "condition: well")).status).toBe(1);
      const bare = check(composeText).stderr;
      for (const name of mustBeSet) expect(bare).toContain(`required variable ${name} is missing a value`);
      rmSync(dir, { recursive: true });
    },
  );

  const compose = spawnSync("docker", ["compose", "version"], { encoding: "utf8" });
  const reason =
    compose.status === 0 ? "" : ` [no docker compose: ${(compose.stderr ?? "not installed").split("\n")[0]}]`;
  it.skipIf(compose.status !== 0)(`is what docker compose reads${reason}`, () => {
    const env = {
      PATH: process.env["PATH"],
      ...Object.fromEntries([...example.keys()].map((name) => [name, filled(name)])),
    };
    const read = spawnSync("docker", ["compose", "-f", join(ROOT, "infra/compose.yaml"), "config", "--quiet"], {
      encoding: "utf8",
      env,
    });
    expect(read).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("infra/Dockerfile", () => {
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap((match) =>
    (match[1] ?? "").split(" ").slice(0, -1),
  );
  const allowed =
    read(".dockerignore")
      .match(/^!.+/gm)
      ?.map((line) => line.slice(1)) ?? [];

  it("copies only what is there and what .dockerignore lets in", () => {
    expect(copies).toContain("migrations");
    for (const path of copies) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(
        allowed.some((each) => path === each || path.startsWith(`${each}/`)),
        path,
      ).toBe(true);
    }
  });

  it("carries every file that the server reads beside its sources", () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    const carried = [...last.matchAll(/^COPY (?:--from=build \/app\/)?(\S+) \1$/gm)].map((match) => match[1] ?? "");
    const named = sourcesBelow("apps/server/src").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map((match) =>
        relative(ROOT, fileURLToPath(new URL(match[1] ?? "", pathToFileURL(file)))),
      ),
    );
    expect(named.length).toBeGreaterThan(2);
    for (const path of named)
      expect(
        carried.some((each) => `${path}/`.startsWith(`${each}/`)),
        path,
      ).toBe(true);
    for (const built of ["apps/web", "apps/server", "apps/cli", "packages/db"])
      expect(dockerfile).toContain(`/app/${built}/dist`);
  });

  it("runs as nobody special on a pinned image, asks /readyz, and takes no secret as an argument", () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]);
    expect(new Set(bases)).toEqual(new Set(["node:24-bookworm-slim"]));
    expect(dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK [^]*\/readyz/m);
    expect(dockerfile).not.toMatch(/^ARG /m);
    const variables =
      /^ENV (.+)$/m
        .exec(dockerfile)?.[1]
        ?.split(" ")
        .map((pair) => pair.split("=")[0] ?? "") ?? [];
    const secrets = Object.entries(VARIABLES)
      .filter(([, entry]) => "secret" in entry)
      .map(([name]) => name);
    expect(variables.filter((name) => secrets.includes(name))).toEqual([]);
    expect(variables.filter((name) => name !== "NODE_ENV" && !Object.hasOwn(VARIABLES, name))).toEqual([]);
  });

  it("installs the scanners as the server does", () => {
    const installer = read("apps/server/src/scanners/install-scanners.ts");
    for (const flag of ["--require-hashes", "--no-deps", "--only-binary=:all:"]) {
      expect(installer).toContain(flag);
      expect(dockerfile).toContain(flag);
    }
  });
});

function sourcesBelow(dir: string): string[] {
  return readdirSync(join(ROOT, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

test("the documents of operations name only commands that there are", () => {
  const known = new Set(["backup", "restore", "collect-orphans", "rebuild-search", "import-advisories", "rotate-key"]);
  const text = read("docs/operations.md") + read("infra/README.md");
  const named = [...text.matchAll(/main\.ts ([a-z][a-z-]+)/g)].map((match) => match[1] ?? "");
  expect(new Set(named)).toEqual(known);
});
