import type { Area, Dialect } from "@gaia/edge";

/** Static files, and a checkpoint: a client that follows the log reads many of them. */
export const logArea = (dialect: Dialect): Area => ({
  at: "/log",
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 0,
  credentials: [],
  challenge: null,
  refusesMalformed: false,
  refusesUnknownKeys: false,
  cacheControl: null,
});
