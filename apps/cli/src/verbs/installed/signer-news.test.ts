import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serveRelease } from "../../../test/fake-release.ts";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";
import { fake, freshHomes, home, read, skills } from "../../../test/installing.ts";

freshHomes();

describe.skipIf(!hasGpg())("G8 who signed is said where it is not who signed before (needs gpg)", () => {
  let ada: GpgHome;
  let eve: GpgHome;
  beforeAll(() => {
    ada = gpgHome("ada");
    eve = gpgHome("eve");
  });
  afterAll(() => {
    ada.remove();
    eve.remove();
  });
  beforeEach(async () => {
    await serveRelease(fake, { name: "signed", version: "1.0.0", sign: ada.sign });
    expect(await home.run(["install", "signed"])).toMatchObject({ code: 0 });
  });
  const updated = async () => {
    const run = await home.run(["update", "signed", "--json"]);
    expect(run).toMatchObject({ code: 0 });
    return JSON.parse(run.stdout) as { plan: { signer_news: string[] }[]; signer_news: { news: string }[] };
  };

  test("a second signature on the version that is installed", async () => {
    expect(await updated()).toMatchObject({ plan: [], signer_news: [] });
    await serveRelease(fake, { name: "signed", version: "1.0.0", sign: ada.sign, cosign: eve.sign });
    const news = `signed 1.0.0 is signed by ${eve.fingerprint} as well, who did not sign it before`;
    expect(await updated()).toMatchObject({ plan: [], signer_news: [{ name: "signed", version: "1.0.0", news }] });
    expect((await home.run(["update", "--all"])).stderr).toContain(news);
    const taken = await home.run(["install", "signed@1.0.0"]);
    expect(taken).toMatchObject({ code: 0, stderr: expect.stringContaining(news) });
    expect(await updated()).toMatchObject({ signer_news: [] });
  });

  test("another signature than that of the version that is installed", async () => {
    await serveRelease(fake, { name: "signed", version: "1.0.0", sign: eve.sign });
    const news = `signed 1.0.0 is signed by ${eve.fingerprint}; what is installed was signed by ${ada.fingerprint}`;
    expect(await updated()).toMatchObject({ plan: [], signer_news: [{ news }] });
    expect(await home.run(["install", "signed@1.0.0", "--yes"])).toMatchObject({ code: 4 });
  });

  test("a second signature on a newer version", async () => {
    await serveRelease(fake, { name: "signed", version: "1.1.0", sign: ada.sign, cosign: eve.sign });
    const news = `signed 1.1.0 is signed by ${eve.fingerprint} as well, who did not sign it before`;
    expect(await updated()).toMatchObject({ plan: [{ signer_news: [news] }], signer_news: [] });
  });

  test("another signer than the lock names is refused where nothing else is remembered", async () => {
    await rm(join(skills(), ".publishers.json"));
    await serveRelease(fake, { name: "signed", version: "1.1.0", sign: eve.sign });
    const refused = await home.run(["update", "signed", "--yes"]);
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining(`ANOTHER SIGNER, ${eve.fingerprint}`) });
    expect(await read("skill-lock.json")).toContain(ada.fingerprint);
    const accepted = await home.run(["update", "signed", "--accept-signer", eve.fingerprint]);
    expect(accepted).toMatchObject({ code: 0 });
  });
});
