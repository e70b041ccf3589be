import type { components } from "@gaia/client";
import { fakeFiles } from "./fake-files.ts";
import { fakeAttestation, fakeScan, HEX, type ScanReport, UUID } from "./fake-judgement.ts";
import { fakeUse } from "./fake-use.ts";
import { fakeStatus } from "./fake-status.ts";
import { fakeStanding } from "./fake-standing.ts";
import { README } from "./read-me.ts";

type Shapes = components["schemas"];
export type Skill = Shapes["Skill"];
export type SkillSummary = Shapes["SkillSummary"];
export type SearchResult = Shapes["SearchResult"];

const FINGERPRINT = "9F1C3A7D2B4E6F8091A2B3C4D5E6F70819203A4B";

/** A whole skill as the API shows it; give the fields that matter to a test. */
export function fakeSkill(fields: Partial<Skill> = {}): Skill {
  const name = fields.name ?? "web-search";
  const version = fields.version ?? "1.3.0";
  return {
    name,
    version,
    description: "Searches the web and gives back titles, addresses and short extracts, with the sources named.",
    display_name: "Web Search",
    author: "Ada Lovelace",
    publisher: "ada",
    license: "MIT",
    homepage: "https://ada.example/web-search",
    repository: "https://git.example/ada/web-search",
    format: "gaia",
    kind: "tool",
    status: "published",
    status_reason: null,
    standing: fakeStanding(fields),
    security_tier: "community",
    claimed_tier: null,
    verdict: "ALLOW",
    verdict_reason: "All scanners finished; one finding of low severity.",
    cleared: false,
    inspection_id: UUID,
    permissions: {
      declared: ["network:read:*.brave.com", "filesystem:write:./output/**"],
      inferred: [
        { permission: "network:read", evidence: [{ file: "tools.py", line: 12 }] },
        { permission: "shell:execute", evidence: [{ file: "tools.py", line: 42 }] },
      ],
    },
    tools: [fakeTool()],
    requirements: {
      python: ">=3.10",
      model: null,
      context: "8k",
      hardware: { memory: "2 GB" },
      env_vars: ["BRAVE_API_KEY"],
      dependencies: ["httpx>=0.27", "beautifulsoup4"],
      node_dependencies: [],
      skills: [{ name: "page-reader", version: "^1.0.0" }],
    },
    tags: ["search", "web", "research"],
    content_digest: `sha256:${HEX}`,
    release_digest: `sha256:${HEX}`,
    integrity: `sha256-${Buffer.from(HEX, "hex").toString("base64")}`,
    artifacts: [
      { archive: "zip", integrity: `sha256-${Buffer.from(HEX, "hex").toString("base64")}`, size_bytes: 14_201 },
      { archive: "tgz", integrity: `sha256-${Buffer.from(HEX, "hex").toString("base64")}`, size_bytes: 13_900 },
    ],
    size_bytes: 42_300,
    file_count: 4,
    signatures: [{ kind: "openpgp", signer: FINGERPRINT, status: "valid", verified_at: "2026-05-03T09:14:00.000Z" }],
    diagnostics: [],
    received_at: "2026-05-03T09:10:00.000Z",
    published_at: "2026-05-03T09:12:00.000Z",
    download_url: `/api/v1/skills/${name}/${version}/download`,
    latest_version: version,
    downloads: 1_204,
    rating: { average: 4.4, count: 18 },
    created_at: "2026-03-15T10:30:00.000Z",
    updated_at: "2026-05-03T09:12:00.000Z",
    versions: [
      {
        version,
        status: "published",
        state: "published",
        security_tier: "community",
        verdict: "ALLOW",
        published_at: "2026-05-03T09:12:00.000Z",
        clients: ["apm", "hub", "clawhub", "discovery"],
      },
      {
        version: "1.2.4",
        status: "yanked",
        state: "yanked",
        security_tier: "experimental",
        verdict: "REVIEW",
        published_at: "2026-04-03T09:12:00.000Z",
      },
    ],
    install: { version, security_tier: "community" },
    needing_option: [],
    passed_over: [],
    context_tokens: { encoding: "o200k_base", always: 143, when_used: 2_104, at_most: 9_870 },
    readme: README,
    ...fields,
  };
}

function fakeTool(): Skill["tools"][number] {
  return {
    name: "search_web",
    description: "Search the web and return the best results.",
    input_schema: {
      type: "object",
      required: ["query"],
      properties: {
        query: { type: "string", description: "What to look for.", minLength: 1, maxLength: 400 },
        count: { type: "integer", description: "How many results.", default: 10, minimum: 1, maximum: 50 },
        freshness: { enum: ["day", "week", "month"], description: "How old a page may be." },
      },
    },
  };
}

export function fakeSummary(fields: Partial<SkillSummary> = {}): SkillSummary & { score: number } {
  const {
    name,
    display_name,
    description,
    publisher,
    version,
    security_tier,
    verdict,
    format,
    tags,
    downloads,
    rating,
    updated_at,
  } = fakeSkill();
  return {
    name,
    display_name,
    description,
    publisher,
    version,
    latest_version: version,
    security_tier,
    verdict,
    format,
    tags,
    permissions: ["network:read", "filesystem:write"],
    permissions_declared: true,
    downloads,
    rising: 2.4,
    rating,
    updated_at,
    score: 1,
    ...fields,
  };
}

export const searchResult = (
  hits: (SkillSummary & { score: number })[],
  fields: Partial<SearchResult> = {},
): SearchResult => ({
  hits,
  total: hits.length,
  next_cursor: null,
  facets: {
    tier: { verified: 31, community: 210, experimental: 1_204 },
    format: { gaia: 40, "agent-skills": 900, openclaw: 264 },
    tag: { search: 12, web: 9 },
    permission: { "network:read": 80, "filesystem:write": 40, "shell:execute": 12 },
    publisher: { ada: 40, bob: 3 },
  },
  ...fields,
});

type Answer = unknown | ((request: Request) => Response | Promise<Response>);

/**
 * A registry that is not there: answers by `path` (without `/api/v1`), a value as JSON, a function as it likes, and a problem of 404 for every
 * other path. The walk against the real server is test/catalog/browser-walk.long.test.ts.
 */
export function fakeApi(answers: Record<string, Answer>): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname.replace("/api/v1", "");
    const found = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (typeof found === "function") return found(request);
    return found === undefined ? fakeProblem(404, "not_found") : Response.json(found);
  };
}

export function fakeProblem(
  status: number,
  code: string,
  detail = "There is no such thing.",
  headers: Record<string, string> = {},
): Response {
  const problem = { type: `/problems/${code}`, title: code, status, detail, code, request_id: "req-0042" };
  return Response.json(problem, { status, headers: { "content-type": "application/problem+json", ...headers } });
}

/** A registry with one skill in it, on every address that shows it. */
export function fakeRegistry(skill: Skill = fakeSkill(), scan: ScanReport | null = fakeScan()): Record<string, Answer> {
  const at = `/skills/${skill.name}/${skill.version}`;
  const summary = fakeSummary({
    name: skill.name,
    display_name: skill.display_name,
    description: skill.description,
    tags: skill.tags,
  });
  return {
    "/search": searchResult([summary]),
    "/skills": { items: [summary], next_cursor: null },
    "/publishers": {
      items: [{ handle: skill.publisher, kind: "user", created_at: "2026-01-02T08:00:00.000Z", skills: 1 }],
      next_cursor: null,
    },
    "/tags": { items: skill.tags.map((tag) => ({ tag, skills: 1 })), next_cursor: null },
    [`/skills/${skill.name}`]: skill,
    [at]: skill,
    ...(scan && { [`${at}/scan`]: scan }),
    [`/skills/${skill.name}/reviews`]: {
      items: [
        {
          id: UUID,
          author: "bob",
          version: skill.version,
          rating: 4,
          // What its publisher writes, so that hostile text is tried here, too.
          text: skill.description,
          answer: { text: skill.description, at: "2026-05-04T09:13:00.000Z" },
          created_at: "2026-05-03T09:13:00.000Z",
          updated_at: "2026-05-03T09:13:00.000Z",
        },
      ],
      rating: skill.rating,
      next_cursor: null,
    },
    ...fakeFiles(skill),
    ...fakeUse(skill),
    [`${at}/signatures`]: {
      release_digest: skill.release_digest,
      signatures: skill.signatures.map((one) => ({
        ...one,
        key_id: UUID,
        signed_at: "2026-05-03T09:13:00.000Z",
        signature: "-----BEGIN PGP SIGNATURE-----\n\n…\n-----END PGP SIGNATURE-----",
        public_key: "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n…\n-----END PGP PUBLIC KEY BLOCK-----",
      })),
    },
    [`${at}/attestations`]: {
      attestations: [fakeAttestation("publish", 7, {}), fakeAttestation("verdict", 8, { verdict: "ALLOW" })],
    },
    "/status": fakeStatus(),
    "/keys": {
      keys: [
        {
          key_id: "k1",
          algorithm: "ed25519",
          public_key: "-----BEGIN PUBLIC KEY-----",
          fingerprint: `SHA256:${HEX.slice(0, 43)}`,
        },
      ],
    },
    [`/publishers/${skill.publisher}`]: {
      handle: skill.publisher,
      kind: "user",
      created_at: "2026-01-02T08:00:00.000Z",
      skills: 1,
    },
    [`/publishers/${skill.publisher}/collections`]: {
      items: [{ publisher: skill.publisher, name: "tools", title: skill.description, visibility: "public" }],
    },
    [`/collections/${skill.publisher}/tools`]: {
      publisher: skill.publisher,
      name: "tools",
      title: skill.description,
      visibility: "public",
      skills: [skill.name],
    },
    [`/publishers/${skill.publisher}/keys`]: {
      keys: [
        {
          id: UUID,
          kind: "openpgp",
          fingerprint: FINGERPRINT,
          algorithm: "ed25519",
          user_ids: ["Ada Lovelace <ada@ada.example>"],
          registered_at: "2026-01-02T08:00:00.000Z",
          proven_at: "2026-01-03T08:00:00.000Z",
          expires_at: null,
          revoked_at: null,
          revoked_as: null,
          public_key: "-----BEGIN PGP PUBLIC KEY BLOCK-----",
        },
      ],
    },
  };
}
