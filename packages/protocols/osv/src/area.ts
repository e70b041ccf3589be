import type { Area, Dialect } from "@gaia/edge";

/** A question about advisories is a read, whatever its method: an auditor asks one for each package. */
export const osvArea = (dialect: Dialect): Area => ({
  at: "/v1",
  dialect,
  rates: { reading: "reads", writing: "reads" },
  bodyLimitBytes: 16 * 1024,
  credentials: [],
  challenge: null,
  refusesMalformed: true,
  refusesUnknownKeys: false,
  // Advisories that others published, about packages of others: nothing of this registry's own skills.
  whenClosed: "open",
  cacheControl: "no-store",
});
