import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
});
afterAll(() => registry.close());

interface Heard {
  status: number;
  headers: Headers;
  /** All that came so far. */
  text(): string;
  ids(): string[];
  /** Whether it ended by itself. */
  isOver(): boolean;
  leave(): void;
}

/** A stream of events as a browser asks for it. */
async function hear(as: Browser, name: string, lastId?: string): Promise<Heard> {
  const abort = new AbortController();
  const cookie = [...as.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const answer = await fetch(`${registry.url}/skills/${name}/1.0.0/scan-events`, {
    headers: { cookie, accept: "text/event-stream", ...(lastId !== undefined && { "last-event-id": lastId }) },
    signal: abort.signal,
  });
  let text = "";
  let isOver = false;
  const read = async () => {
    for await (const part of answer.body ?? []) text += new TextDecoder().decode(part);
    isOver = true;
  };
  read().catch(() => {});
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    ids: () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = ""]) => id),
    isOver: () => isOver,
    leave: () => abort.abort(),
  };
}

const statesOf = (heard: Heard) =>
  [...heard.text().matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as { status: string });

async function sent(name: string): Promise<() => void> {
  const release = registry.holdInspection(name);
  const { status } = await ada.upload("/publish", {
    do: "publish",
    package: sampleZip({ name }),
    publisher: "ada",
    how: "publish",
  });
  expect(status).toBe(303);
  // The worker has said what it says until it is let go.
  const said = () =>
    rowsOf<{ progress: string | null }>(
      registry,
      `SELECT i.progress::text AS progress FROM inspections i JOIN versions v ON v.inspection_id = i.id JOIN skills s ON s.id = v.skill_id
       WHERE s.name = '${name}'`,
    );
  await expect.poll(said, { timeout: 30_000 }).toEqual([{ progress: expect.stringContaining("running") }]);
  return release;
}

/** As a worker in another process writes it down. */
const note = (name: string, scanner: string) =>
  runSql(
    registry,
    `UPDATE inspections SET progress = '{"attempt": 1, "scanners": [{"name": "${scanner}", "status": "running"}], "note": null}'
     FROM versions JOIN skills ON skills.id = versions.skill_id WHERE inspections.id = versions.inspection_id AND skills.name = '${name}'`,
  );

describe("the steps of a scan as events", () => {
  test("say what is, each step once, and that it is over; who comes back is told what was missed, or that it is over", async () => {
    const release = await sent("heard");
    const first = await hear(ada, "heard");
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(first.headers.get("x-accel-buffering")).toBe("no");
    expect(first.headers.get("content-encoding")).toBeNull();
    await expect.poll(() => first.ids().length).toBeGreaterThan(0);
    expect(first.text()).toMatch(/^retry: \d+\n\n/);
    await note("heard", "one-step");
    await expect.poll(() => first.text(), { timeout: 10_000 }).toContain("one-step");
    expect(new Set(first.ids()).size).toBe(first.ids().length);
    first.leave();

    // While nobody listened a step was made; who knows the state before it is told that one alone.
    await note("heard", "missed-step");
    const back = await hear(ada, "heard", first.ids().at(-1));
    await expect.poll(() => back.text()).toContain("missed-step");
    expect(back.text()).not.toContain("one-step");
    back.leave();
    const knowing = await hear(ada, "heard", back.ids().at(-1));
    await sleep(1_500);
    expect(knowing.ids()).toEqual([]);

    release();
    await expect.poll(() => knowing.isOver(), { timeout: 20_000 }).toBe(true);
    expect(statesOf(knowing).at(-1)?.status).toBe("published");
    const late = await hear(ada, "heard");
    await expect.poll(() => late.isOver()).toBe(true);
    expect(statesOf(late)).toEqual([expect.objectContaining({ status: "published" })]);
    expect((await hear(ada, "heard", knowing.ids().at(-1))).status).toBe(204);
  });

  test("are for who may see the version, and end when that ends", async () => {
    const release = await sent("secretly");
    expect((await hear(bob, "secretly")).status).toBe(404);
    expect((await fetch(`${registry.url}/skills/secretly/1.0.0/scan-events`)).status).toBe(404);
    expect((await fetch(`${registry.url}/skills/Not%20A%20Name/1.0.0/scan-events`)).status).toBe(404);
    const other = ada.clone();
    const { status } = await other.post("/auth/sign-in", {
      email: "ada@example.org",
      password: "correct horse battery staple",
    });
    expect(status).toBe(200);
    const theirs = await hear(other, "secretly");
    await expect.poll(() => theirs.ids().length).toBeGreaterThan(0);
    expect((await other.post("/auth/sign-out", {})).status).toBeLessThan(300);
    await note("secretly", "after-sign-out");
    await expect.poll(() => theirs.isOver(), { timeout: 10_000 }).toBe(true);
    expect(theirs.text()).not.toContain("after-sign-out");
    release();
    await registry.settle();
  });

  test("are so many for one viewer, and whoever leaves makes room; HEAD watches nothing", async () => {
    const release = await sent("crowded");
    const four = await Promise.all([1, 2, 3, 4].map(() => hear(ada, "crowded")));
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await hear(ada, "crowded");
    expect([fifth.status, fifth.headers.get("retry-after")]).toEqual([429, "5"]);
    const cookie = [...ada.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const head = await fetch(`${registry.url}/skills/crowded/1.0.0/scan-events`, {
      method: "HEAD",
      headers: { cookie },
    });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    four[0]?.leave();
    await expect
      .poll(
        async () => {
          const again = await hear(ada, "crowded");
          again.leave();
          return again.status;
        },
        { timeout: 10_000 },
      )
      .toBe(200);
    for (const one of four) one.leave();
    release();
    await registry.settle();
  });

  test("end when the process does, at once", async () => {
    const own = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
    const eve = (await signedUp(own, "eve")).first;
    const release = own.holdInspection("cut-short");
    await eve.upload("/publish", {
      do: "publish",
      package: sampleZip({ name: "cut-short" }),
      publisher: "eve",
      how: "publish",
    });
    const cookie = [...eve.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const answer = await fetch(`${own.url}/skills/cut-short/1.0.0/scan-events`, { headers: { cookie } });
    const whole = answer.text();
    const closed = own.running.close();
    // The scan goes on: what ends the stream is that the process does.
    const text = await Promise.race([whole, sleep(5_000, "nothing ended it")]);
    release();
    await closed;
    await own.close().catch(() => {});
    expect(text).toContain("event: scan");
    expect(text).not.toContain("published");
  });
});
