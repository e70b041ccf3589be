import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { freePort } from "../harness/child-server.ts";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { overflowPixels } from "../harness/in-page.ts";
import { type Browser, codeOf, newMail, PASSWORD } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

/** Without scripts the second factor is an app; with them a passkey once, and an app once. */
const CELLS = [
  { who: "ada", script: true, width: 1440, colorScheme: "light", factor: "passkey" },
  { who: "bob", script: true, width: 360, colorScheme: "dark", factor: "app" },
  { who: "cyd", script: false, width: 1440, colorScheme: "light", factor: "app" },
  { who: "dan", script: false, width: 360, colorScheme: "dark", factor: "app" },
] as const;
type Cell = (typeof CELLS)[number];

const SCAN_MS = 180_000;

await describeWith("chromium", "the whole walk in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;
  let home: CliHome;
  let boss: Browser;
  /** A passkey belongs to a name, never to an address of numbers. */
  let site: string;

  beforeAll(async () => {
    const port = String(await freePort());
    site = `http://localhost:${port}`;
    const environment = { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", PORT: port, PUBLIC_URL: site };
    registry = await startTestRegistry({ environment });
    boss = (await adminInPerson(registry, "boss")).first;
    home = await cliHome(site);
    chromium = await startChromium(executablePath, site);
  });
  afterAll(async () => {
    await chromium?.close();
    await home?.remove();
    await registry?.close();
  });

  const contextOf = ({ script, width, colorScheme }: Cell, as?: Browser): Promise<BrowserContext> =>
    chromium.context({
      javaScriptEnabled: script,
      viewport: { width, height: 800 },
      colorScheme,
      ...(as && { as }),
    });
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

  /** Is at a page with this heading, of which nothing sticks out; where scripts run, axe finds nothing. */
  async function at(page: Page, { script }: Cell, heading: string | RegExp): Promise<void> {
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(await page.locator("h1").count(), page.url()).toBe(1);
    expect(await page.evaluate<number>(overflowPixels), page.url()).toBeLessThanOrEqual(0);
    if (!script) return;
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
  }

  async function signUp(page: Page, cell: Cell): Promise<void> {
    const email = `${cell.who}@example.org`;
    await page.goto(site);
    await follow(page, "Sign in");
    await follow(page, "Create account");
    await at(page, cell, "Create account");
    await page.getByLabel("Handle").fill(cell.who);
    await page.getByLabel("Mail address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await press(page, "Create account");
    await at(page, cell, "Look into your mail");
    await page.goto(`${site}/verify?token=${await newMail(registry, email, "/verify")}`);
    await page.getByLabel("Password").fill(PASSWORD);
    await press(page, "Confirm and sign in");
    await at(page, cell, cell.who);
  }

  /** Sets it up, signs out, and signs in by it. */
  async function secondFactor(page: Page, cell: Cell): Promise<void> {
    await follow(page, "Set up a second factor");
    const signIn = await (cell.factor === "app" ? byApp(page, cell) : byPasskey(page));
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${site}/`);
    await page.goto(`${site}/login?back=/account`);
    await signIn();
    await at(page, cell, cell.who);
  }

  async function byApp(page: Page, cell: Cell): Promise<() => Promise<void>> {
    await page.getByRole("region", { name: "Second factor" }).getByLabel("Password").fill(PASSWORD);
    await press(page, "Set up an app");
    await at(page, cell, "Set up an authenticator app");
    const key = (await page.locator("main code.digest").innerText()).replaceAll(" ", "");
    const uri = `otpauth://totp/tides?secret=${key}`;
    await page.getByLabel("Code of the app").fill(await codeOf(uri));
    await press(page, "Turn it on");
    await page.getByText("The app is on.").waitFor();
    return async () => {
      await page.getByLabel("Mail address").fill(`${cell.who}@example.org`);
      await page.getByLabel("Password").fill(PASSWORD);
      await press(page, "Sign in");
      await at(page, cell, "The second factor");
      // Each code is good once.
      await page.getByLabel("Code").fill(await codeOf(uri, 1));
      await press(page, "Continue");
    };
  }

  async function byPasskey(page: Page): Promise<() => Promise<void>> {
    const devices = await page.context().newCDPSession(page);
    await devices.send("WebAuthn.enable");
    await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByLabel("Name").fill("my laptop");
    await passkeys.getByLabel("Password").fill(PASSWORD);
    await press(page, "Add a passkey");
    await passkeys.getByText("my laptop").waitFor();
    return () => press(page, "Sign in with a passkey");
  }

  async function addKey(page: Page, cell: Cell, gpg: GpgIdentity): Promise<void> {
    await follow(page, "Add the key that you sign with");
    await page.getByText("An OpenPGP key", { exact: true }).click();
    await page.getByLabel("Public key").fill(gpg.publicKey);
    await press(page, "Add the key");
    await page.getByText("The key is added").waitFor();
    await at(page, cell, `Keys of ${cell.who}`);
  }

  /** Publishes by upload, after a dry run, and sees the scan through. */
  async function publish(page: Page, cell: Cell, name: string, package_: Buffer): Promise<void> {
    await page.goto(`${site}/account`);
    await follow(page, "Publish your first skill");
    await at(page, cell, "Publish a skill");
    const file = { name: "skill.zip", mimeType: "application/zip", buffer: package_ };
    await page.getByLabel("Package").setInputFiles(file);
    await press(page, "Check it");
    await page.getByText("It can be published").waitFor();
    await at(page, cell, `Dry run of ${name} 1.0.0`);
    await press(page, "Publish it");
    await page.waitForURL(`${site}/skills/${name}/1.0.0`);
    // By itself: the script asks, and without one the page loads itself anew.
    await page.getByRole("region", { name: "Scan", exact: true }).getByText("Allow").waitFor({ timeout: SCAN_MS });
    await page.getByRole("region", { name: "Trust", exact: true }).getByText("Experimental", { exact: true }).waitFor();
    await at(page, cell, new RegExp(`${name} 1\\.0\\.0`));
    await page.goto(`${site}/skills/${name}/1.0.0?tab=scan`);
    await page.getByText("bandit").first().waitFor();
  }

  /** Signs the sums of one's own files, as the page says. */
  async function sign(page: Page, cell: Cell, name: string, by: { gpg: GpgIdentity; zip: Buffer }): Promise<void> {
    const file = join(home.dir, `${name}.zip`);
    await writeFile(file, by.zip);
    const sums = await home.run(["digest", file, "--publisher", cell.who]);
    expect(sums.code, sums.stderr).toBe(0);
    await page.goto(`${site}/publishers/${cell.who}/dashboard`);
    await follow(page, "Sign it");
    await at(page, cell, `Sign ${name} 1.0.0`);
    const signature = { name: "SHA256SUMS.asc", mimeType: "text/plain", buffer: Buffer.from(by.gpg.sign(sums.stdout)) };
    await page.getByLabel("Signature", { exact: true }).setInputFiles(signature);
    await press(page, "Send the signature");
    await page.waitForURL(/tab=trust/);
    await page.getByRole("main").getByText("Community", { exact: true }).waitFor();
  }

  async function askForAudit(page: Page, cell: Cell): Promise<void> {
    await page.goto(`${site}/publishers/${cell.who}/dashboard`);
    await page.getByText("Ask for the audit", { exact: true }).click();
    await page.getByLabel("A note for the auditor").fill("It says hello, and reads nothing.");
    await press(page, "Ask for it");
    await page.getByText("An audit is asked for.").waitFor();
    await at(page, cell, `Dashboard of ${cell.who}`);
  }

  async function approve(cell: Cell, name: string): Promise<void> {
    const context = await contextOf(cell, boss);
    const page = await context.newPage();
    await page.goto(`${site}/admin`);
    await follow(page, "1 audit");
    await follow(page, `${name} 1.0.0`);
    await at(page, cell, `Audit of ${name} 1.0.0`);
    const button = page.getByRole("button", { name: "Approve the audit" });
    await page.locator("form").filter({ has: button }).getByLabel("Reason").fill("I read every line.");
    await button.click();
    await page.getByText("Approved: it is verified").waitFor();
    await at(page, cell, `Audit of ${name} 1.0.0`);
    await context.close();
  }

  /** Somebody who is signed in nowhere finds it, and has the command that installs it. */
  async function find(cell: Cell, name: string): Promise<void> {
    const context = await contextOf(cell);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site });
    const page = await context.newPage();
    await page.goto(site);
    await page.getByRole("searchbox").fill(`hello of ${cell.who}`);
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL(/\/search\?q=hello/);
    await follow(page, name);
    await page.waitForURL(`${site}/skills/${name}`);
    await at(page, cell, new RegExp(name));
    await page.getByRole("region", { name: "Trust", exact: true }).getByText("Verified", { exact: true }).waitFor();
    const install = page.getByRole("region", { name: "Install", exact: true });
    const command = install.locator("pre").first();
    const text = (await command.innerText()).trim();
    // What an admin audited needs no option.
    expect(text).toBe(`npx -y ${site}/cli/gaia-skill.tgz install ${name}@1.0.0 --registry ${site}`);
    const box = await command.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 9_999)).toBeLessThanOrEqual(cell.width);
    const copy = install.getByRole("button", { name: "Copy: Install with gaia-skill" });
    expect(await copy.count()).toBe(cell.script ? 1 : 0);
    if (cell.script) {
      await copy.click();
      await install.getByText("Copied").first().waitFor();
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(text);
    }
    await context.close();
  }

  test.each(CELLS)(
    "$who, scripts: $script, $width px, $colorScheme: sign-up, $factor, publish, scan, sign, audit; then search, skill, command",
    async (cell) => {
      const name = `walk-of-${cell.who}`;
      const zip = Buffer.from(sampleZip({ name, description: `The hello of ${cell.who}` }));
      const gpg = await gpgIdentity(`${cell.who} <${cell.who}@example.org>`);
      const context = await contextOf(cell);
      const page = await context.newPage();
      await signUp(page, cell);
      await secondFactor(page, cell);
      await addKey(page, cell, gpg);
      await publish(page, cell, name, zip);
      await sign(page, cell, name, { gpg, zip });
      await askForAudit(page, cell);
      await context.close();
      await approve(cell, name);
      await registry.settle();
      await find(cell, name);
      gpg.close();
      expect(chromium.complaints.splice(0)).toEqual([]);
      expect(chromium.foreign.splice(0)).toEqual([]);
    },
    600_000,
  );
});
