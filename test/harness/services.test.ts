import { afterEach, describe, expect, it, vi } from "vitest";
import { describeWith } from "./describe-with.ts";
import { localServices } from "./local-services.ts";
import { freshBucket, freshDatabase, freshRedis, service } from "./services.ts";

afterEach(() => vi.unstubAllEnvs());

describe("services", () => {
  it("says why a service is missing, and throws when it is required", async () => {
    vi.stubEnv("TEST_HARNESS_URL", "");
    vi.stubEnv("REQUIRE_SERVICES", "");
    expect(await service("postgres")).toEqual({ available: false, reason: "test/harness/global-setup.ts did not run" });
    vi.stubEnv("REQUIRE_SERVICES", "redis, postgres");
    await expect(service("postgres")).rejects.toThrow("REQUIRE_SERVICES names postgres");
    expect((await service("s3")).available).toBe(false);
  });

  it("takes the services that variables name, and refuses half of one", async () => {
    const given = localServices({ TEST_POSTGRES_URL: "postgres://there/", TEST_S3_ENDPOINT: "http://there" });
    expect(await given.find("postgres")).toEqual({ available: true, url: "postgres://there/" });
    expect(await given.find("s3")).toMatchObject({ available: false });
    await given.stop();
  });

  it("ends what it started and leaves nothing behind", async () => {
    const own = localServices({});
    const found = await own.find("redis");
    if (!found.available) return expect(found.reason).not.toBe("");
    expect(await own.find("redis")).toEqual(found);
    const { port } = new URL(found.url);
    await own.stop();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  });
});

await describeWith("postgres", "freshDatabase", () => {
  it("gives each caller an empty database of its own", async () => {
    const { default: postgres } = await import("postgres");
    const [one, two] = (await Promise.all([freshDatabase(), freshDatabase()])).map((url) => postgres(url, { max: 1 }));
    if (one === undefined || two === undefined) throw new Error("two were asked for");
    await one`create table mine (id int)`;
    expect(await two`select 1 from pg_tables where tablename = 'mine'`).toHaveLength(0);
    expect(await one`select 1 from pg_tables where tablename = 'mine'`).toHaveLength(1);
    await Promise.all([one.end(), two.end()]);
  });
});

await describeWith("redis", "freshRedis", () => {
  it("gives each caller an empty database of its own", async () => {
    const { Redis } = await import("ioredis");
    const [one, two] = (await Promise.all([freshRedis(), freshRedis()])).map((url) => new Redis(url));
    await one?.set("mine", "1");
    expect(await two?.dbsize()).toBe(0);
    await Promise.all([one?.quit(), two?.quit()]);
  });
});

await describeWith("s3", "freshBucket", () => {
  it("gives each caller a bucket of its own", async () => {
    const [one, two] = await Promise.all([freshBucket(), freshBucket()]);
    expect(one.bucket).not.toBe(two.bucket);
  });
});
