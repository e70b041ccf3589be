import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type PackageFile, sha256Hex, writeTarGz, writeZip } from "@gaia/archive";
import { NO_PINS, toNpmPins } from "@gaia/install/installed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { resolveNpm, runTool } from "../src/index.ts";
import { type RunPlace, runPlace } from "./run-context.ts";

const file = (path: string, text: string): PackageFile => ({ path, bytes: new Uint8Array(Buffer.from(text)) });
const wheelName = (version: string): string => `knots-${version}-py3-none-any.whl`;
const wheelOf = (version: string, mark: string): Uint8Array =>
  writeZip([
    file("knots.py", `def tie(text):\n    return f'${mark}{text}${mark}'\n`),
    file(`knots-${version}.dist-info/METADATA`, `Metadata-Version: 2.1\nName: knots\nVersion: ${version}\n`),
    file(
      `knots-${version}.dist-info/WHEEL`,
      "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ),
    file(`knots-${version}.dist-info/RECORD`, "knots.py,,\n"),
  ]);
const wheels: Record<string, Uint8Array> = { "1.0": wheelOf("1.0", "-") };
const scripts = { preinstall: "echo ran > /opt/new/ran" };
const tarballOf = (version: string, open: string): Uint8Array =>
  writeTarGz([
    file("package/package.json", JSON.stringify({ name: "loops", version, main: "index.js", scripts })),
    file("package/index.js", `exports.loop = (text) => "${open}" + text + ")";\n`),
  ]);
const tarballs: Record<string, Uint8Array> = { "1.0.0": tarballOf("1.0.0", "(") };

let place: RunPlace;
let index: Server;
const asked: string[] = [];

/** Two indexes in one: Python's simple page with a wheel, npm's document with a tarball. */
function answer(path: string, url: string): string | Uint8Array | null {
  if (path === "/simple/knots/")
    return Object.keys(wheels)
      .map((version) => `<a href="/files/${wheelName(version)}">${wheelName(version)}</a>`)
      .join("\n");
  const wheel = Object.entries(wheels).find(([version]) => path === `/files/${wheelName(version)}`);
  if (wheel !== undefined) return wheel[1];
  const [, asked = ""] = /^\/loops\/-\/loops-(.*)\.tgz$/.exec(path) ?? [];
  if (asked !== "") return tarballs[asked] ?? null;
  if (path !== "/loops") return null;
  const versions = Object.entries(tarballs).map(([version, bytes]) => {
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${url}/loops/-/loops-${version}.tgz`, integrity };
    return [version, { name: "loops", version, scripts, dist }] as const;
  });
  const latest = versions.at(-1)?.[0];
  return JSON.stringify({ name: "loops", "dist-tags": { latest }, versions: Object.fromEntries(versions) });
}

beforeAll(async () => {
  index = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const body = answer(path, `http://${request.headers.host ?? ""}`);
    response.writeHead(body === null ? 404 : 200, {
      "content-type": path.endsWith("/") ? "text/html" : "application/json",
    });
    response.end(body ?? "");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => index.once("listening", resolve));
  const url = `http://127.0.0.1:${(index.address() as AddressInfo).port}`;
  place = await runPlace({ environment: { PIP_INDEX_URL: `${url}/simple`, npm_config_registry: url } });
});
afterAll(async () => {
  index.close();
  await place.remove();
});

const manifest = `---
name: tied
version: 1.0.0
description: Ties.
author: Ada
license: MIT
permissions: ["network:none"]
requirements: {dependencies: ["DEPENDENCY"]}
tools:
  - name: tie
    description: Ties it
    parameters:
      text: {type: string, required: true}
security_tier: experimental
---

# Tied
`;
const tools = `from gaia.agents.base.tools import tool
import knots

@tool
def tie(text: str) -> dict:
    """Ties it."""
    return {"text": knots.tie(text)}
`;

await describeWith("bubblewrap", "packages are installed in the sandbox, from the index alone", () => {
  test("pip: a wheel, once for every skill that needs the same ones", async () => {
    const files = { "SKILL.md": manifest.replace("DEPENDENCY", "knots>=1"), "tools.py": tools };
    const skill = await place.skill("tied", files);
    const call = { skill, tool: "tie", input: { text: "a" } };
    expect(await runTool(place.ctx, call)).toMatchObject({ ok: true, output: { text: "-a-" } });
    const before = asked.length;
    expect(await runTool(place.ctx, call)).toMatchObject({ ok: true });
    expect(asked.length).toBe(before);
    const made = readdirSync(join(place.ctx.gaiaHome, "environments"));
    expect(made).toEqual([expect.stringMatching(/^pip-[0-9a-f]{32}$/)]);
  });

  test("pip: what the index lacks is named, and nothing is left of the attempt", async () => {
    const files = { "SKILL.md": manifest.replace("DEPENDENCY", "knots>=2"), "tools.py": tools };
    const skill = await place.skill("tied-more", files);
    const { error } = await runTool(place.ctx, { skill, tool: "tie", input: { text: "a" } });
    expect(error?.code).toBe("requirement_missing");
    expect(error?.message).toContain("knots>=2");
    expect(readdirSync(join(place.ctx.gaiaHome, "environments")).filter((name) => name.startsWith(".new"))).toEqual([]);
  });

  test("pip: an installed skill gets what it was pinned to, whatever the index has since, and nothing unpinned", async () => {
    const files = { "SKILL.md": manifest.replace("DEPENDENCY", "knots>=1"), "tools.py": tools };
    const pin = (version: string): string =>
      `# Generated\nknots==${version} --hash=sha256:${sha256Hex(wheels[version] ?? Buffer.from(""))}\n`;
    const pins = { ...NO_PINS, pip: pin("1.0") };
    wheels["1.1"] = wheelOf("1.1", "=");
    const pinned = await place.skill("pinned", files, { pins });
    const call = { tool: "tie", input: { text: "a" } };
    expect(await runTool(place.ctx, { ...call, skill: pinned })).toMatchObject({ ok: true, output: { text: "-a-" } });
    const unpinned = await place.skill("unpinned", files, { pins: NO_PINS });
    const { error } = await runTool(place.ctx, { ...call, skill: unpinned });
    expect(error).toMatchObject({ code: "requirement_missing", message: expect.stringContaining("not pinned") });
    // Another file under that version, and an option among the pins.
    const digest = sha256Hex(Buffer.from("another"));
    for (const text of [
      `knots==1.1 --hash=sha256:${digest}\n`,
      `${pin("1.0")}--index-url http://127.0.0.1:1/\n`,
      "knots>=1\n",
    ]) {
      const other = await place.skill("other", files, { pins: { ...NO_PINS, pip: text } });
      expect((await runTool(place.ctx, { ...call, skill: other })).error?.code, text).toBe("requirement_missing");
    }
  });

  test("npm: a package without its scripts", async () => {
    const skill = {
      id: "loop",
      name: "Loop",
      description: "Loops.",
      parameters: { type: "object" },
      entryPoint: "run.js",
    };
    const described = {
      name: "miaos-skill-loop",
      version: "1.0.0",
      license: "MIT",
      skill,
      dependencies: { loops: "^1.0.0" },
    };
    const files = {
      "package.json": JSON.stringify(described),
      "run.js": `console.log(JSON.stringify({ text: require("loops").loop("a") }));`,
    };
    const looped = await place.skill("loop", files);
    expect(await runTool(place.ctx, { skill: looped, tool: "loop", input: {} })).toMatchObject({
      ok: true,
      output: { text: "(a)" },
    });
    const [made = ""] = readdirSync(join(place.ctx.gaiaHome, "environments")).filter((name) => name.startsWith("npm-"));
    expect(readdirSync(join(place.ctx.gaiaHome, "environments", made))).not.toContain("ran");

    const resolved = await resolveNpm(place.ctx, ["loops@^1.0.0"]);
    const npm = toNpmPins("lock" in resolved ? resolved.lock : "");
    expect(npm, JSON.stringify(resolved)).toContain('"integrity"');
    expect(npm).not.toContain("http");
    tarballs["1.1.0"] = tarballOf("1.1.0", "[");
    const pinned = await place.skill("loop", files, { pins: { ...NO_PINS, npm } });
    const call = { tool: "loop", input: {} };
    expect(await runTool(place.ctx, { ...call, skill: pinned })).toMatchObject({ ok: true, output: { text: "(a)" } });
    const unpinned = await place.skill("loop", files, { pins: NO_PINS });
    expect((await runTool(place.ctx, { ...call, skill: unpinned })).error?.message).toContain("GAIA_NPM_INDEX");
  });
});
