import type { Area, Dialect } from "@gaia/edge";

/** Its client sends no credentials, so that nobody is known here; whatever is sent is passed over. */
const areaAt = (at: string, dialect: Dialect): Area => ({
  at,
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 0,
  credentials: [],
  challenge: null,
  refusesMalformed: true,
  refusesUnknownKeys: false,
  cacheControl: null,
});

/** The indexes, below the addresses of pages: at the root, with its routes alone. What is left over there is the pages'. */
export const indexArea = (dialect: Dialect): Area => areaAt("", dialect);

/** What indexes name, and the search. */
export const discoveryArea = (dialect: Dialect): Area => areaAt("/discovery", dialect);
