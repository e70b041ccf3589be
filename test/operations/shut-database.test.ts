import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProcess } from "../harness/process.ts";
import { describeWith } from "../harness/describe-with.ts";
import { freshDatabase } from "../harness/services.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

await describeWith("postgres", "a database that cannot be used is named with its own reason (first week, B4)", () => {
  let url: string;
  let dataDir: string;
  beforeAll(async () => {
    [url, dataDir] = await Promise.all([freshDatabase(), freshDataDir()]);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const changed = (change: (address: URL) => void): string => {
    const address = new URL(url);
    change(address);
    return address.toString();
  };
  test.each<[what: string, change: (address: URL) => void, words: RegExp]>([
    ["a wrong password", (to) => void (to.password = "hunter2"), /password authentication failed for user .*28P01/],
    ["a database that is not there", (to) => void (to.pathname = "/not_there"), /"not_there" does not exist \(3D000\)/],
    [
      "TLS that the server has not",
      (to) => to.searchParams.set("sslmode", "require"),
      /TLS.*\n {2}Does the server have TLS\?/,
    ],
    ["a port that nobody listens on", (to) => void (to.port = "1"), /ECONNREFUSED/],
  ])("%s", async (_, change, words) => {
    const given = changed(change);
    const ended = await runProcess({ env: { DATA_DIR: dataDir, DATABASE_URL: given } });
    expect(ended.exitCode, ended.output).toBe(1);
    expect(ended.output).toMatch(/Not started: The database cannot be used: /);
    expect(ended.output).toMatch(words);
    expect(ended.output).not.toContain(new URL(given).password);
    expect(ended.output).not.toMatch(/\n\s+at /);
  });
});
