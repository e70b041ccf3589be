import { expect, test } from "vitest";
import type { Page } from "../terms/page.ts";
import { pageCache } from "./page-cache.ts";

const pageOf = (of: string, body: string): Page => ({
  of,
  rate: "reads",
  body,
  sizeBytes: body.length,
  etag: `"${body}"`,
  headers: {},
  notModifiedHeaders: {},
  downloadOf: undefined,
  path: "/",
  route: "/",
});

/** A rendering that ends when it is told to. */
function rendering(of = "a-skill") {
  const { promise, resolve, reject } = Promise.withResolvers<Page | null>();
  let begun = 0;
  return {
    make: async () => {
      begun += 1;
      return promise;
    },
    end: (body: string | null) => resolve(body === null ? null : pageOf(of, body)),
    fail: reject,
    begun: () => begun,
  };
}

test("a page is rendered once for all who ask meanwhile, and kept", async () => {
  const pages = pageCache();
  const work = rendering();
  const asked = [1, 2, 3].map(() => pages.render("/a", work.make));
  work.end("text");
  const answers = await Promise.all(asked);
  expect(work.begun()).toBe(1);
  expect(answers.map(({ page }) => page?.body)).toEqual(["text", "text", "text"]);
  expect(answers.map(({ isOurs }) => isOurs)).toEqual([true, false, false]);
  expect(pages.find("/a")?.body).toBe("text");
});

test("what changed while it was rendered is not kept, and nobody who asks afterwards waits for it", async () => {
  const pages = pageCache();
  const [before, after] = [rendering(), rendering()];
  const first = pages.render("/a", before.make);
  pages.forget("a-skill");
  const second = pages.render("/a", after.make);
  expect(after.begun()).toBe(1);
  after.end("new");
  expect((await second).page?.body).toBe("new");
  before.end("old");
  expect((await first).page?.body).toBe("old");
  expect(pages.find("/a")?.body).toBe("new");
});

test("a change of any skill ends what is rendered of the catalog", async () => {
  const pages = pageCache();
  const work = rendering("*");
  const first = pages.render("/list", work.make);
  pages.forget("another-skill");
  work.end("list");
  await first;
  expect(pages.find("/list")).toBeUndefined();
});

test("a rendering that fails fails for who began it; others are told there is no page", async () => {
  const pages = pageCache();
  const work = rendering();
  const first = pages.render("/a", work.make);
  const second = pages.render("/a", work.make);
  work.fail(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  expect(await second).toEqual({ page: null, isOurs: false });
  const again = rendering();
  again.end("text");
  expect((await pages.render("/a", again.make)).isOurs).toBe(true);
});

test("a page is kept for most of a minute, not for longer, and never past a change", async () => {
  let now = 1;
  const pages = pageCache({ now: () => now });
  // The cache looks at the clock once a millisecond.
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const keep = async () => void (await pages.render("/a", async () => pageOf("a-skill", "text")));
  await keep();
  await pass(50_000);
  expect(pages.find("/a")?.body).toBe("text");
  await pass(11_000);
  expect(pages.find("/a")).toBeUndefined();
  await keep();
  pages.forget("a-skill");
  expect(pages.find("/a")).toBeUndefined();
  await keep();
  pages.forgetAll();
  expect(pages.find("/a")).toBeUndefined();
});
