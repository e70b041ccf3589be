import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

/** A way to the registry that can be cut. */
interface Cable {
  url: string;
  to(port: number): void;
  /** The ids of last events that browsers came back with. */
  lastIds: string[];
  /** Ends every connection, and takes none until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

async function layCable(): Promise<Cable> {
  let port = 0;
  let isCut = false;
  const lastIds: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const far = connect(port, "127.0.0.1");
    socket.on("data", (sent) => {
      for (const [, id = ""] of sent.toString("latin1").matchAll(/^last-event-id: *(\S+)/gim)) lastIds.push(id);
    });
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    // It listens on TCP.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastIds,
    to: (own) => void (port = own),
    cut() {
      isCut = true;
      cutAll();
    },
    mend: () => void (isCut = false),
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PROGRESS = `SELECT progress::text AS progress FROM inspections, versions JOIN skills ON skills.id = versions.skill_id
  WHERE inspections.id = versions.inspection_id`;

await describeWith("chromium", "the scan on the page after publishing", ({ url: executablePath }) => {
  let cable: Cable;
  let registry: TestRegistry;
  let chromium: Chromium;
  let ada: Browser;

  beforeAll(async () => {
    cable = await layCable();
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", PUBLIC_URL: cable.url },
    });
    cable.to(Number(new URL(registry.running.url).port));
    chromium = await startChromium(executablePath, cable.url);
    ada = (await signedUp({ ...registry, url: cable.url }, "ada")).first;
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
    await cable?.close();
  });

  const publish = async (name: string): Promise<() => void> => {
    const release = registry.holdInspection(name);
    const said = () => rowsOf<{ progress: string }>(registry, `${PROGRESS} AND skills.name = '${name}'`);
    const fields = { do: "publish", package: sampleZip({ name }), publisher: "ada", how: "publish" };
    expect((await ada.upload("/publish", fields)).status).toBe(303);
    // The worker has said what it says until it is let go.
    await expect.poll(said, { timeout: 30_000 }).toEqual([{ progress: expect.stringContaining("running") }]);
    return release;
  };
  /** As the worker writes it down, wherever it runs. */
  const note = (name: string, statuses: Record<string, string>) => {
    const scanners = Object.entries(statuses).map(([scanner, status]) => ({ name: scanner, status }));
    return runSql(
      registry,
      `UPDATE inspections SET progress = '${JSON.stringify({ attempt: 1, scanners, note: null })}' FROM versions
       JOIN skills ON skills.id = versions.skill_id WHERE inspections.id = versions.inspection_id AND skills.name = '${name}'`,
    );
  };

  test("a stream that is cut in the middle of a scan comes back where it was, and the page goes on to the verdict", async () => {
    const release = await publish("cut-off");
    const context = await chromium.context({ as: ada });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const streams = () => asked.filter((path) => path.endsWith("/scan-events"));
    await page.goto(`${cable.url}/skills/cut-off/1.0.0`);
    const step = page.locator('[data-scanner="gaia-code"] b');
    await step.filter({ hasText: "is looking" }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    let loads = 0;
    page.on("load", () => (loads += 1));
    const before = streams().length;

    cable.cut();
    await note("cut-off", { bandit: "completed", "gaia-code": "completed" });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    // The page is what it was: nothing was reloaded, and nothing is claimed.
    expect([loads, await step.textContent()]).toEqual([0, "is looking"]);
    cable.mend();
    await step.filter({ hasText: "is done" }).waitFor({ timeout: 20_000 });
    expect(loads).toBe(0);
    expect(streams().length).toBeGreaterThan(before);
    expect(cable.lastIds.at(-1)).toMatch(/^[\w-]{16}$/);
    // By the stream, not by asking again and again.
    expect(asked.filter((path) => path.startsWith("/api/v1/"))).toEqual([]);

    release();
    await page.locator("scan-progress").waitFor({ state: "detached", timeout: 30_000 });
    await page.getByText("Allow", { exact: true }).first().waitFor();
    expect(
      chromium.complaints.filter((text) => !/ERR_(EMPTY_RESPONSE|CONNECTION_|INCOMPLETE|SOCKET)/.test(text)),
    ).toEqual([]);
    await context.close();
  });

  test("where no stream is to be had the page asks now and then, and completes all the same", async () => {
    const release = await publish("refused");
    const context = await chromium.context({ as: ada });
    const page = await context.newPage();
    await page.route("**/scan-events", (route) => route.fulfill({ status: 503 }));
    await page.goto(`${cable.url}/skills/refused/1.0.0`);
    await page.locator("scan-progress").waitFor();
    release();
    await page.locator("scan-progress").waitFor({ state: "detached", timeout: 30_000 });
    await context.close();
  });

  test("without scripts the page loads itself anew until the verdict is there", async () => {
    const release = await publish("no-script");
    const context = await chromium.context({ as: ada, javaScriptEnabled: false });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${cable.url}/skills/no-script/1.0.0`);
    await page.getByRole("heading", { name: "The scan" }).waitFor();
    await note("no-script", { "gaia-code": "completed" });
    await page.locator('[data-scanner="gaia-code"].completed').waitFor({ timeout: 15_000 });
    release();
    await page.getByRole("heading", { name: "The scan" }).waitFor({ state: "detached", timeout: 30_000 });
    await page.getByText("Allow", { exact: true }).first().waitFor();
    expect(asked.filter((path) => path.endsWith("/scan-events"))).toEqual([]);
    await context.close();
  });
});
