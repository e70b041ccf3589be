import type { Area, Dialect } from "@gaia/edge";

/**
 * GAIA's client sends no credentials with its reads but those that stand in the hub's address, which it sends unasked; with a publish it
 * sends a bearer token, or those of the address in its place.
 */
export const hubArea = (dialect: Dialect, authorise: NonNullable<Area["authorise"]>): Area => ({
  at: "/hub",
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 0,
  credentials: ["bearer", "basic"],
  challenge: null,
  authorise,
  refusesMalformed: true,
  refusesUnknownKeys: false,
  cacheControl: null,
});
