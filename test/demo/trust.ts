import { ask } from "./ask.ts";
import { type Cast, tokenOf } from "./people.ts";
import { demoSigner } from "./signing.ts";

/** What each publisher signs with a key of its own. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  ada: ["release-notes/1.0.0", "release-notes/1.1.0", "release-checklist/1.0.0"],
  harbour: [
    "sql-migration-review/1.0.0",
    "sql-migration-review/1.0.2",
    "incident-timeline/1.0.0",
    "log-summary/0.4.0",
    "incident-report/0.2.0",
  ],
  bruno: ["licence-check/1.0.0", "licence-check/2.0.0", "openapi-reader/1.0.0", "csv-profile/0.3.0"],
  chen: ["contrast-ratio/1.1.0"],
};

/** What is audited and approved, and what waits in the queue of audits. */
const AUDITED = ["release-notes/1.1.0", "sql-migration-review/1.0.2", "incident-timeline/1.0.0", "licence-check/1.0.0"];
const WAITING = "openapi-reader/1.0.0";

const publisherOf = (release: string): string =>
  Object.keys(SIGNED).find((publisher) => SIGNED[publisher]?.includes(release)) ?? "";

/** Each publisher registers a key and signs `SHA256SUMS` of its releases: they become community. */
export async function signReleases(cast: Cast, say: (text: string) => void): Promise<void> {
  for (const [publisher, releases] of Object.entries(SIGNED)) {
    const token = tokenOf(cast, publisher);
    const signer = await demoSigner(publisher, `${publisher}@example.org`);
    try {
      const key = { token, json: { kind: "openpgp", public_key: signer.publicKey } };
      await ask(`${cast.url}/api/v1/publishers/${publisher}/keys`, key, 201);
      for (const release of releases) {
        const at = `${cast.url}/api/v1/skills/${release}`;
        const sums: string = await ask(`${at}/sums`);
        const signature = { token, body: await signer.sign(sums), type: "application/pgp-signature" };
        await ask(`${at}/signatures`, signature, 201);
      }
    } finally {
      signer.close();
    }
    say(`  ${publisher}, with ${signer.tool}: ${releases.join(", ")}`);
  }
}

/** Publishers ask for audits; the admin approves all but one: that one waits in the queue. */
export async function auditReleases(cast: Cast, say: (text: string) => void): Promise<void> {
  for (const release of [...AUDITED, WAITING]) {
    const at = `${cast.url}/api/v1/skills/${release}`;
    const wish = { token: tokenOf(cast, publisherOf(release)), json: { tier: "verified", note: "Please audit." } };
    const { id, inspection_id } = await ask(`${at}/promotion`, wish, 201);
    if (release === WAITING) {
      say(`  ${release} waits for an audit`);
      continue;
    }
    const decision = { token: cast.admin, json: { inspection_id, reason: "Read every line and ran its tools." } };
    await ask(`${cast.url}/api/v1/admin/promotions/${id}/approve`, decision);
    say(`  ${release} is ${(await ask(at)).security_tier}`);
  }
}
