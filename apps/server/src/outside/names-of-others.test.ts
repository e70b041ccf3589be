import { createSocket } from "node:dgram";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";
import { namesOfOthers } from "./names-of-others.ts";
import { webhookDoor } from "./webhook-door.ts";

/** A name server that is asked and never answers. */
const silent = createSocket("udp4");
let asked = 0;
silent.on("message", () => void (asked += 1));
const servers: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => void silent.bind(0, "127.0.0.1", resolve));
  servers.push(`127.0.0.1:${silent.address().port}`);
});
afterAll(() => void silent.close());

/** Names that wait for a thread of the process. */
const onThreads = () => process.getActiveResourcesInfo().filter((each) => each === "GetAddrInfoReqWrap").length;
const nothing = { body: "{}", headers: {}, abort: new AbortController().signal };

test("Q3 names whose server never answers hold no thread, and end with the request", async () => {
  asked = 0;
  const door = webhookDoor({ secret: "s", hosts: [], timeoutMs: 300, resolve: namesOfOthers({ servers }) });
  const posts = Array.from({ length: 8 }, (_, at) => door.post(`https://silent-${at}.example/`, nothing));
  const ended = Promise.allSettled(posts);
  expect(onThreads()).toBe(0);
  const whys = (await ended).map((each) => each.status === "rejected" && String(each.reason));
  expect(whys).toEqual(Array.from({ length: 8 }, () => "Error: it took longer than 300 ms"));
  expect(asked).toBeGreaterThanOrEqual(8);
});

test("Q3 a name that somebody else chose is not given to the system's lookup, and one of the operator's is", async () => {
  const before = onThreads();
  const limits = { maxBytes: 10, timeoutMs: 300 };
  const strange = guardedFetch("https://strange.invalid/", { isOperators: false, ...limits });
  expect(onThreads()).toBe(before);
  const own = guardedFetch("https://own.invalid/", { isOperators: true, ...limits });
  expect(onThreads()).toBe(before + 1);
  for (const each of await Promise.allSettled([strange, own])) expect(each.status).toBe("rejected");
});

test("a lookup that is broken off is cancelled, and is asked of nobody afterwards", async () => {
  const ending = new AbortController();
  const looked = namesOfOthers({ servers })("gone.example", ending.signal);
  ending.abort();
  expect(await looked).toEqual([]);
  asked = 0;
  expect(await namesOfOthers({ servers })("gone.example", ending.signal)).toEqual([]);
  expect(asked).toBe(0);
});

test("a request that is broken off waits for no name", async () => {
  const ending = new AbortController();
  const door = webhookDoor({ secret: "s", hosts: [], timeoutMs: 20_000, resolve: namesOfOthers({ servers }) });
  const posted = door.post("https://silent.example/", { ...nothing, abort: ending.signal });
  ending.abort();
  await expect(posted).rejects.toThrow("it broke off");
});
