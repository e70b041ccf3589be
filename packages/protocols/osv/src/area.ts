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
  cacheControl: "no-store",
});
