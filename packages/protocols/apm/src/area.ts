import type { Area, Dialect } from "@gaia/edge";

export type Authorise = NonNullable<Area["authorise"]>;

/** Its clients send credentials unasked, as a bearer token or as Basic's password: nobody is asked for one on a read. */
export const apmArea = (dialect: Dialect, authorise: Authorise): Area => ({
  at: "/apm",
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
