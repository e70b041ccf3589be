import type { Area } from "@gaia/edge";
import { authorise, PROBLEM } from "@gaia/api";

const BY_METHOD = { reading: "reads", writing: "writes" } as const;
const PLAIN = {
  dialect: PROBLEM.dialect,
  bodyLimitBytes: 0,
  credentials: [],
  challenge: null,
  refusesMalformed: false,
  refusesUnknownKeys: false,
} as const;

/** The registry's own areas; each client's protocol brings its row with it: `protocols.ts`. */
export const AREAS = {
  /** For those who run the registry, and the tarball of the command line. */
  root: { ...PLAIN, at: "", rates: null, cacheControl: null },
  api: {
    at: "/api/v1",
    authorise,
    dialect: PROBLEM.dialect,
    rates: BY_METHOD,
    bodyLimitBytes: 128 * 1024,
    credentials: ["session", "bearer"],
    challenge: null,
    refusesMalformed: true,
    refusesUnknownKeys: true,
    cacheControl: null,
  },
  /** How people sign in: what the pages ask, and the browser's own script. No program has business here; it has tokens. */
  people: {
    at: "/auth",
    dialect: PROBLEM.dialect,
    rates: BY_METHOD,
    bodyLimitBytes: 16 * 1024,
    credentials: ["session", "bearer"],
    challenge: null,
    refusesMalformed: true,
    refusesUnknownKeys: true,
    whenClosed: "open",
    cacheControl: "private, no-store",
  },
  /** The marketplace: it shows malformed addresses a page, too, and bounds its forms itself. */
  pages: { ...PLAIN, credentials: ["session"], at: "", rates: BY_METHOD, signInAt: "/login", cacheControl: null },
} satisfies Record<string, Area>;
