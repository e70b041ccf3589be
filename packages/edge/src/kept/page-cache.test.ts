import { expect, test } from "vitest";
import type { Page } from "../terms/page.ts";
import type { Subject } from "../terms/subject.ts";
import { pageCache } from "./page-cache.ts";

const pageOf = (of: Subject | Subject[], body: string): Page => ({
  subjects: [of].flat(),
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
function rendering(of: Subject = "skill:a") {
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
  pages.forget(["skill:a", "catalog"]);
  const second = pages.render("/a", after.make);
  expect(after.begun()).toBe(1);
  after.end("new");
  expect((await second).page?.body).toBe("new");
  before.end("old");
  expect((await first).page?.body).toBe("old");
  expect(pages.find("/a")?.body).toBe("new");
});

test("a change of the catalog ends what is rendered of it", async () => {
  const pages = pageCache();
  const work = rendering("catalog");
  const first = pages.render("/list", work.make);
  pages.forget(["skill:another", "catalog"]);
  work.end("list");
  await first;
  expect(pages.find("/list")).toBeUndefined();
});

test("a change that is none of the catalog leaves what is rendered of others, and ends what is rendered of its own", async () => {
  const pages = pageCache();
  const [own, list] = [rendering("skill:hidden"), rendering("catalog")];
  const asked = [pages.render("/own", own.make), pages.render("/list", list.make), pages.render("/list", list.make)];
  pages.forget(["skill:hidden"]);
  own.end("text");
  list.end("text");
  expect((await Promise.all(asked)).map(({ page }) => page?.body)).toEqual(["text", "text", "text"]);
  expect([pages.find("/own"), pages.find("/list")?.body]).toEqual([undefined, "text"]);
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

/** Keeps a page of each address, speaking of the subjects given, and says which of them are still kept after a change. */
async function keptAfter(about: Record<string, Subject[]>, changed: Subject[]): Promise<string[]> {
  const pages = pageCache();
  for (const [address, of] of Object.entries(about)) await pages.render(address, async () => pageOf(of, "text"));
  expect(Object.keys(about).filter((address) => !pages.find(address))).toEqual([]);
  pages.forget(changed);
  return Object.keys(about).filter((address) => pages.find(address));
}

test("a page falls with any of its subjects, and stays when others change", async () => {
  const about: Record<string, Subject[]> = {
    "/skill": ["skill:a", "publisher:ada"],
    "/archive": ["skill:a"],
    "/ada": ["publisher:ada"],
    "/eve": ["publisher:eve"],
    "/spring": ["collection:spring", "skill:a", "skill:b"],
    "/autumn": ["collection:autumn"],
    "/list": ["catalog"],
    "/a-and-list": ["skill:a", "catalog"],
  };
  const others = ["/skill", "/archive", "/ada", "/eve", "/spring", "/autumn"];
  expect(await keptAfter(about, ["skill:c", "publisher:zoe", "catalog"])).toEqual(others);
  expect(await keptAfter(about, ["skill:b", "publisher:zoe", "catalog"])).toEqual(
    others.filter((one) => one !== "/spring"),
  );
  expect(await keptAfter(about, ["skill:c", "publisher:ada", "catalog"])).toEqual([
    "/archive",
    "/eve",
    "/spring",
    "/autumn",
  ]);
  expect(await keptAfter(about, ["skill:c", "publisher:ada", "publisher:eve", "catalog"])).toEqual([
    "/archive",
    "/spring",
    "/autumn",
  ]);
  expect(await keptAfter(about, ["skill:c", "publisher:zoe", "collection:autumn", "catalog"])).toEqual(
    others.filter((one) => one !== "/autumn"),
  );
});

test("a change that is none of the catalog drops what names the skill, and nothing else", async () => {
  const about: Record<string, Subject[]> = {
    "/hidden": ["skill:hidden", "publisher:ada"],
    "/skill": ["skill:a", "publisher:ada"],
    "/ada": ["publisher:ada"],
    "/spring": ["collection:spring"],
    "/list": ["catalog"],
  };
  expect(await keptAfter(about, ["skill:hidden"])).toEqual(["/skill", "/ada", "/spring", "/list"]);
});

test("of a change of the catalog that does not say whose the skill is, every page that names no skill falls", async () => {
  const about: Record<string, Subject[]> = {
    "/b": ["skill:b"],
    "/ada": ["publisher:ada"],
    "/spring": ["collection:spring"],
  };
  expect(await keptAfter(about, ["skill:a", "catalog"])).toEqual(["/b"]);
});

test("a page that is made anew falls with what it speaks of now, and no more with what it spoke of before", async () => {
  const pages = pageCache();
  const keep = (of: Subject[]) => pages.render("/a", async () => pageOf(of, "text"));
  await keep(["publisher:ada"]);
  await keep(["skill:a", "publisher:eve"]);
  pages.forget(["skill:c", "publisher:ada"]);
  expect(pages.find("/a")).toBeDefined();
  pages.forget(["skill:c", "publisher:eve"]);
  expect(pages.find("/a")).toBeUndefined();
});

test.each<Subject>(["skill:a", "publisher:ada", "collection:spring", "catalog"])(
  "a page of %s is kept for most of a minute, not for longer, and never past a change",
  async (of) => {
    let now = 1;
    const pages = pageCache({ clock: { now: () => now } });
    // The cache looks at the clock once a millisecond.
    const pass = async (milliseconds: number) => {
      now += milliseconds;
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const keep = async () => void (await pages.render("/a", async () => pageOf(of, "text")));
    await keep();
    await pass(50_000);
    expect(pages.find("/a")?.body).toBe("text");
    await pass(11_000);
    expect(pages.find("/a")).toBeUndefined();
    await keep();
    pages.forget([of]);
    expect(pages.find("/a")).toBeUndefined();
    await keep();
    pages.forgetAll();
    expect(pages.find("/a")).toBeUndefined();
  },
);

test("while changes are not heard, a page lives for 2 seconds (first week, B1)", async () => {
  let now = 1;
  let isHeard = false;
  const pages = pageCache({ clock: { now: () => now }, isHeard: () => isHeard });
  await pages.render("/deaf", async () => pageOf("skill:a", "text"));
  isHeard = true;
  await pages.render("/heard", async () => pageOf("skill:a", "text"));
  // The cache looks at the clock once a millisecond.
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await pass(1_900);
  expect([pages.find("/deaf")?.body, pages.find("/heard")?.body]).toEqual(["text", "text"]);
  await pass(200);
  expect([pages.find("/deaf"), pages.find("/heard")?.body]).toEqual([undefined, "text"]);
});
