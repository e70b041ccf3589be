import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { findProgram, freePort } from "../harness/child-server.ts";
import { type Shown, terminalPage } from "./terminal-page.ts";

// `npm run pictures`: writes the README's pictures, from a demo that it starts, or from one that runs:
// `npm run pictures -- http://127.0.0.1:8080`.

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/pictures");
const MOST_BYTES = 250_000;

const PAGES = [
  { name: "search-light", path: "/search", colorScheme: "light" },
  { name: "skill-dark", path: "/skills/sql-migration-review", colorScheme: "dark" },
] as const;

const COMMANDS = [
  ["search", "incident"],
  ["install", "incident-timeline", "--yes"],
  ["verify", "incident-timeline"],
];

const [given] = process.argv.slice(2);
const demo = given === undefined ? await startDemo() : null;
try {
  await takePictures(given ?? demo?.url ?? "");
} finally {
  if (demo !== null) await endDemo(demo.child);
}

async function takePictures(url: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const executablePath = findProgram("chromium", ["/usr/bin"]);
  if (executablePath === null) throw new Error("The pictures need chromium (apt-get install chromium).");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const { name, path, colorScheme } of PAGES) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
      await context.close();
    }
    await pictureTerminal(browser, await runCommands(url));
  } finally {
    await browser.close();
  }
  for (const name of [...PAGES.map((each) => each.name), "terminal"]) {
    const { size } = await stat(join(FOLDER, `${name}.png`));
    process.stdout.write(`docs/pictures/${name}.png ${Math.round(size / 1_000)} kB\n`);
    if (size > MOST_BYTES) throw new Error(`${name}.png is over ${MOST_BYTES / 1_000} kB`);
  }
}

/** The real command line on a terminal of its own, with the registry's key pinned. */
async function runCommands(url: string): Promise<Shown[]> {
  const cli = await cliHome(url);
  try {
    const pinned = await cli.onTerminal(["trust", "add", url], "y\n");
    if (pinned.code !== 0) throw new Error(pinned.screen);
    const shown: Shown[] = [];
    for (const command of COMMANDS) {
      const { code, screen } = await cli.onTerminal(command, "y\n");
      if (code !== 0) throw new Error(`${command.join(" ")}: ${screen}`);
      shown.push({ typed: `gaia-skill ${command.join(" ")}`, screen: screen.replaceAll(cli.dir, "~") });
    }
    return shown;
  } finally {
    await cli.remove();
  }
}

async function pictureTerminal(browser: Browser, shown: readonly Shown[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(terminalPage(shown));
  await page.locator("body").screenshot({ path: join(FOLDER, "terminal.png") });
}

/** A demo of its own, once its marketplace is complete. */
async function startDemo(): Promise<{ child: ChildProcess; url: string }> {
  const port = process.env["PORT"] ?? (await freePort());
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, "main.ts")], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const complete = new Promise<void>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      text += String(chunk);
      if (text.includes("Ctrl-C stops it")) resolve();
    });
    child.once("exit", () => reject(new Error("The demo ended before its marketplace was complete.")));
  });
  await complete;
  return { child, url: `http://127.0.0.1:${port}` };
}

async function endDemo(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
