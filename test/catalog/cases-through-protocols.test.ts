import { PROTOCOLS, type Protocol } from "@gaia/policy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { CLIENT_PROBES, markOf, type Outcome, probe } from "../harness/client-probes.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles } from "../harness/samples.ts";

// Each case is a change to a version that clients have had: what was kept of it before must not be given after.
const reason = "it was for this";
const FIRST = "1.0.0";
const NEXT = "1.1.0";

type Why = "quarantined" | "yanked" | "held" | "unseen";

/** What becomes of a version, and how it is undone where it can be. */
interface Case {
  why: Why;
  /** Null: it was so from the beginning. */
  becomes: ((name: string, version: string) => Promise<void>) | null;
  returns?: (name: string, version: string) => Promise<void>;
}

/** What each client is answered when it asks for the bytes of such a version by its number. */
const REFUSED: Readonly<Record<Protocol, Readonly<Record<Why, number>>>> = {
  // The client knows 410 as withdrawn, and repeats what else it is told.
  apm: { quarantined: 409, yanked: 410, held: 409, unseen: 404 },
  // It has no word for any of them: a version is in the manifest, or it is not there.
  hub: { quarantined: 404, yanked: 404, held: 404, unseen: 404 },
  clawhub: { quarantined: 403, yanked: 410, held: 403, unseen: 404 },
  discovery: { quarantined: 404, yanked: 404, held: 404, unseen: 404 },
};

/** What is said of a skill of which no version is served, for a reason that this client may know. */
const NONE: Readonly<Record<Protocol, Outcome["told"]>> = { apm: 404, hub: 404, clawhub: [], discovery: 404 };

/** This one is told of the newest alone, and of nothing that is not everybody's. */
const OFFERS = "discovery";

let registry: TestRegistry;
let ada: string;
let eve: string;

const ask = async (path: string, token: string, init: { json?: object; method?: string }) => {
  const { status, body } = await call(`${registry.url}/api/v1${path}`, { token, ...init });
  expect([path, status], JSON.stringify(body)).toEqual([path, 200]);
};
const shows = (visibility: string) => (name: string) =>
  ask(`/skills/${name}/settings`, ada, { json: { visibility }, method: "PATCH" });

const CASES: Readonly<Record<string, Case>> = {
  quarantined: {
    why: "quarantined",
    becomes: (name, version) =>
      ask(`/admin/skills/${name}/${version}/quarantine`, registry.adminToken, { json: { reason } }),
  },
  yanked: {
    why: "yanked",
    becomes: (name, version) => ask(`/skills/${name}/${version}/yank`, ada, { json: { reason } }),
    returns: (name, version) => ask(`/skills/${name}/${version}/unyank`, ada, { method: "POST" }),
  },
  held: { why: "held", becomes: null, returns: cleared },
  private: { why: "unseen", becomes: shows("private"), returns: shows("public") },
  organisation: { why: "unseen", becomes: shows("organisation"), returns: shows("public") },
};

async function cleared(name: string, version: string): Promise<void> {
  const { body } = await call(`${registry.url}/api/v1/skills/${name}/${version}`, { token: ada });
  const { inspection_id } = body;
  await ask(`/admin/skills/${name}/${version}/clear`, registry.adminToken, { json: { inspection_id, reason } });
}

const published = (name: string, version: string) =>
  publishedAtOnce(registry, {
    token: ada,
    name,
    version,
    files: sampleFiles({ name, version, body: markOf(name, version) }),
  });

async function held(name: string, version: string): Promise<void> {
  const zip = heldZip({ name, version, body: markOf(name, version) });
  expect((await publish(registry.url, ada, zip)).status).toBe(201);
  await inspected(registry.url, name, version, ada);
}

const outcome = (protocol: Protocol, name: string, version: string, token: string | null = null): Promise<Outcome> =>
  probe(CLIENT_PROBES[protocol], { url: registry.url, name, version, token });

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
  for (const [name] of Object.entries(CASES)) {
    const next = name === "held" ? held : published;
    await next(`${name}-alone`, FIRST);
    await published(`${name}-beside`, FIRST);
    await next(`${name}-beside`, NEXT);
  }
});
afterAll(() => registry.close());

const filled = <T>(like: readonly unknown[], value: T): T[] => like.map(() => value);

/** What a client has of a version that is served. */
function whole(protocol: Protocol, name: string, version: string): Outcome {
  const { lists, bytes } = CLIENT_PROBES[protocol];
  const told = version === FIRST || protocol === OFFERS ? [version] : [FIRST, version];
  return { listed: filled(lists(name), true), told, given: filled(bytes(name, version), "bytes") };
}

/** And of one that is not, for this reason. */
function without(protocol: Protocol, name: string, version: string, why: Why): Outcome {
  const { lists, bytes } = CLIENT_PROBES[protocol];
  const isUnseen = why === "unseen";
  const isAlone = version === FIRST;
  const none = isUnseen ? 404 : NONE[protocol];
  return {
    listed: filled(lists(name), !isUnseen && !isAlone),
    told: isUnseen || isAlone ? none : [FIRST],
    given: filled(bytes(name, version), REFUSED[protocol][why]),
  };
}

/** What everybody is shown through every protocol, by who asks. */
async function shown(name: string, version: string): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const protocol of PROTOCOLS)
    for (const [who, token] of Object.entries({ anybody: null, eve, ada }))
      outcomes[`${protocol}, ${who}`] = await outcome(protocol, name, version, token);
  return outcomes;
}

const expected = (of: (protocol: Protocol, who: string) => Outcome): Record<string, Outcome> =>
  Object.fromEntries(
    PROTOCOLS.flatMap((protocol) =>
      ["anybody", "eve", "ada"].map((who) => [`${protocol}, ${who}`, of(protocol, who)] as const),
    ),
  );

describe.each(Object.entries(CASES))("a version that is %s", (word, { why, becomes, returns }) => {
  test.each([
    [`${word}-alone`, FIRST],
    [`${word}-beside`, NEXT],
  ])("S11 is no longer given through any protocol, and given again: %s %s", async (name, version) => {
    const isWhole = expected((protocol) => whole(protocol, name, version));
    if (becomes !== null) {
      expect(await shown(name, version)).toEqual(isWhole);
      await becomes(name, version);
    }
    expect(await shown(name, version)).toEqual(
      expected((protocol, who) =>
        why === "unseen" && who === "ada" && protocol !== OFFERS
          ? whole(protocol, name, version)
          : without(protocol, name, version, why),
      ),
    );
    if (returns === undefined) return;
    await returns(name, version);
    expect(await shown(name, version)).toEqual(isWhole);
  });
});

test("S11 what is no longer given leaves the version before it as it was", async () => {
  for (const protocol of PROTOCOLS) {
    const { given } = await outcome(protocol, "quarantined-beside", FIRST);
    expect([protocol, given]).toEqual([protocol, filled(given, "bytes")]);
  }
});

describe("where those alone read who are signed in", () => {
  let closed: TestRegistry;
  let token: string;

  beforeAll(async () => {
    closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
    token = await account(closed.url, closed.adminToken, "ada");
    const files = sampleFiles({ name: "inside", body: markOf("inside", FIRST) });
    await publishedAtOnce(closed, { token, name: "inside", version: FIRST, files });
  });
  afterAll(() => closed.close());

  test.each(PROTOCOLS)("Q4 %s gives strangers nothing, and an account what it may have", async (protocol) => {
    const probes = CLIENT_PROBES[protocol];
    const asked = { url: closed.url, name: "inside", version: FIRST };
    const { lists, tells, bytes } = probes;
    for (const path of [...lists("inside"), tells("inside"), ...bytes("inside", FIRST)])
      expect([path, (await fetch(`${closed.url}${path}`)).status]).toEqual([path, 401]);
    for (const stranger of [null, "gsk_nobody"]) {
      const { listed, told, given } = await probe(probes, { ...asked, token: stranger });
      expect({ listed, told, given }).toEqual({
        listed: filled(listed, false),
        told: 401,
        given: filled(given, 401),
      });
    }
    expect(await probe(probes, { ...asked, token })).toEqual(whole(protocol, "inside", FIRST));
  });
});
