import type { Area, Dialect } from "@gaia/edge";

/** `authorise`: as the registry's own API does it, by the same table of actions. */
export const clawhubArea = (dialect: Dialect, authorise: NonNullable<Area["authorise"]>): Area => ({
  at: "/clawhub",
  authorise,
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 256 * 1024,
  // The client sends the token that it has, whatever registry gave it: on public reads it speaks for nobody.
  credentials: ["bearer"],
  challenge: null,
  refusesMalformed: true,
  refusesUnknownKeys: false,
  cacheControl: null,
});

/** Where a client looks first, at the origin's root: it says no more than where the rest lies. */
export const discoveryArea = (dialect: Dialect): Area => ({
  at: "/.well-known",
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 0,
  credentials: [],
  challenge: null,
  refusesMalformed: true,
  refusesUnknownKeys: false,
  whenClosed: "open",
  cacheControl: "no-cache",
});

/** Where the client logs in: at the origin's root, whatever path the registry's address has. Whoever asks is nobody yet. */
export const loginArea = (dialect: Dialect): Area => ({
  at: "/api/cli",
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 16 * 1024,
  credentials: [],
  challenge: null,
  refusesMalformed: true,
  refusesUnknownKeys: false,
  whenClosed: "open",
  cacheControl: "no-store",
});
