import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dependenciesHash } from "../../../../../packages/install/src/terms/generated-files.ts";
import { readSkill } from "@gaia/manifest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { serveRelease, skillFiles } from "../../../test/fake-release.ts";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";
import { keysAnswer, logSigner, standInLog } from "../../../test/stand-in-log.ts";
import type { Session } from "../../session/session.ts";
import { install } from "./install.ts";
import { enableLocal } from "./local.ts";
import { addTrust } from "../log/trust.ts";
import { verify } from "./verify.ts";

const FIRST_LINE =
  "# Generated: what the index had when this was installed; not among the files that the publisher signs.\n";

describe.skipIf(!hasGpg())("H-B8 what a repository pins a vouched skill's packages to (needs gpg)", () => {
  let fake: FakeRegistry;
  let home: CliHome;
  let ada: GpgHome;
  beforeEach(async () => {
    [fake, ada] = [await startFakeRegistry(), gpgHome("ada")];
    home = await cliHome(fake.url);
  });
  afterEach(async () => {
    ada.remove();
    await fake.close();
    await home.remove();
  });

  const inProject = (verb: (session: Session) => Promise<unknown>) =>
    endOfVerb({ registry: fake.url, home: join(home.dir, "home") }, (session) =>
      verb({ ...session, config: { ...session.config, directory: join(home.dir, "work") } }),
    );
  const described = async () => {
    const { said } = await inProject((session) => verify(session, { target: "search", project: true, offline: true }));
    return { tier: /"effective_tier": ?"(\w+)"/.exec(said)?.[1], pins: /"python_pins": ?([^\n]*)/.exec(said)?.[1] };
  };

  test("H-B8 counts where this machine resolved it, or its person enabled it as it is, and nowhere else", async () => {
    const signer = registrySigner(generateSigningKey());
    fake.on("GET", "/api/v1/keys", keysAnswer(signer));
    const release = {
      name: "search",
      version: "1.0.0",
      tier: "community" as const,
      dependencies: ["requests>=2"],
      sign: ada.sign,
      registrySigner: signer,
    };
    await standInLog(fake, logSigner(signer)).prove(await serveRelease(fake, release), { witnesses: [] });
    await mkdir(join(home.dir, "work", ".git"), { recursive: true });
    const { fingerprint } = signer.publicKey;
    expect(await inProject((session) => addTrust(session, { registry: fake.url, fingerprint }))).toMatchObject({
      code: 0,
    });
    const taken = await inProject((session) => install(session, { specs: ["search"], project: true, yes: true }));
    expect([taken.code, taken.said]).toEqual([0, taken.said]);

    // What a repository may commit: another word for the packages, and what that stands for.
    const pins = `${FIRST_LINE}other-requests==6.6.6 --hash=sha256:${"66".repeat(32)}\n`;
    const hash = dependenciesHash(readSkill(skillFiles(release), { version: "1.0.0" }).skill, pins);
    const skills = join(home.dir, "work", ".gaia", "skills");
    const lock = JSON.parse(await readFile(join(skills, "skill-lock.json"), "utf8"));
    lock.skills.search.dependencies_hash = hash;
    await writeFile(join(skills, "skill-lock.json"), JSON.stringify(lock));
    await mkdir(join(skills, ".pins"), { recursive: true });
    await writeFile(join(skills, ".pins", `${createHash("sha256").update(hash).digest("hex")}.txt`), pins);
    await writeFile(join(skills, "search", "requirements.txt"), pins);
    expect(await described()).toMatchObject({ tier: "community", pins: expect.stringMatching(/^null/) });
    await rm(join(home.dir, "home", "local-skills.json"));
    expect(await described()).toMatchObject({ tier: "community", pins: expect.stringMatching(/^null/) });

    const enabled = await inProject((session) => enableLocal(session, { name: "search", enabled: true, yes: true }));
    expect([enabled.code, enabled.said]).toEqual([0, expect.stringContaining("other-requests==6.6.6")]);
    expect(await described()).toMatchObject({ pins: expect.stringContaining("other-requests==6.6.6") });
  });
});
