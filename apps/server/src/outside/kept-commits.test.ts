import { objectReader } from "@gaia/git-source";
import { sandboxRunner } from "@gaia/sandbox";
import { beforeEach, expect, test } from "vitest";
import { type FetchedCommit, keepCommits, type KeptCommits } from "./kept-commits.ts";

const run = await sandboxRunner();
let kept: KeptCommits;
let fetched: string[];
let removed: string[];
beforeEach(() => {
  [kept, fetched, removed] = [keepCommits(), [], []];
});

const of = (key: string): FetchedCommit => {
  fetched.push(key);
  const reader = objectReader({ run, objects: "/nowhere", format: "sha1" });
  return {
    commit: { commit: key, entries: [], trees: new Map(), reader },
    folders: async () => [],
    remove: async () => void removed.push(key),
  };
};
const wanted = (key: string, more: Partial<Parameters<KeptCommits["use"]>[0]> = {}) => ({
  key,
  host: key,
  abort: new AbortController().signal,
  fetch: async () => of(key),
  ...more,
});
const nothing = async (): Promise<void> => {};
/** A work that goes on until it is ended. */
function reading(key: string) {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = async (): Promise<void> => {
    begun.resolve();
    await ended.promise;
  };
  return { done: kept.use(wanted(key), work), begun: begun.promise, end: ended.resolve };
}

test("V6 a commit that a job reads stays, however many others are wanted", async () => {
  const [one, two] = [reading("one"), reading("two")];
  await Promise.all([one.begun, two.begun]);
  const third = kept.use(wanted("three"), nothing);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([fetched, removed]).toEqual([["one", "two"], []]);
  two.end();
  await Promise.all([two.done, third]);
  expect([fetched, removed]).toEqual([["one", "two", "three"], ["two"]]);
  one.end();
  await one.done;
  await kept.close();
  expect(removed.toSorted()).toEqual(["one", "three", "two"]);
});

test("the one that was not used for longest goes first", async () => {
  for (const key of ["one", "two", "one", "three", "one"]) await kept.use(wanted(key), nothing);
  expect([fetched, removed]).toEqual([["one", "two", "three"], ["two"]]);
});

test("V6 a slow host keeps no other waiting, and who waits for it may leave", async () => {
  const answer = Promise.withResolvers<FetchedCommit>();
  const host = "slow";
  const slow = kept.use(wanted("one", { host, fetch: async () => answer.promise }), nothing);
  const stopped = new AbortController();
  const waiting = kept.use(wanted("two", { host, abort: stopped.signal }), nothing);
  await kept.use(wanted("three", { host: "other" }), nothing);
  expect(fetched).toEqual(["three"]);
  stopped.abort(new Error("the mirror was stopped"));
  await expect(waiting).rejects.toThrow("the mirror was stopped");
  answer.resolve(of("one"));
  await slow;
  expect(fetched).toEqual(["three", "one"]);
});

test("a fetch that one job gave up is begun anew by the next", async () => {
  const failed = Promise.withResolvers<FetchedCommit>();
  const first = kept.use(wanted("one", { fetch: async () => failed.promise }), nothing);
  const second = kept.use(wanted("one"), async ({ commit }) => commit.commit);
  failed.reject(new Error("lost"));
  await expect(first).rejects.toThrow("lost");
  expect(await second).toBe("one");
});
