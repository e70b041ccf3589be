const STATUSES = {
  bad_request: 400,
  index_already_exists: 409,
  index_not_found: 404,
  internal: 500,
  invalid_api_key: 403,
  invalid_content_type: 415,
  invalid_document_id: 400,
  invalid_index_uid: 400,
  invalid_search_attributes_to_retrieve: 400,
  invalid_search_limit: 400,
  invalid_search_matching_strategy: 400,
  invalid_search_offset: 400,
  invalid_search_q: 400,
  invalid_search_show_ranking_score: 400,
  invalid_settings_displayed_attributes: 400,
  invalid_settings_ranking_rules: 400,
  invalid_settings_searchable_attributes: 400,
  malformed_payload: 400,
  missing_authorization_header: 401,
  missing_content_type: 415,
  missing_document_id: 400,
  missing_index_uid: 400,
  missing_payload: 400,
  task_not_found: 404,
} as const;

/** An error answer of Meilisearch, or the error of a failed task. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly body: { message: string; code: string; type: string; link: string };

  constructor(code: keyof typeof STATUSES, message: string) {
    super(message);
    this.status = STATUSES[code];
    const isAuth = code === "invalid_api_key" || code === "missing_authorization_header";
    const type = isAuth ? "auth" : code === "internal" ? "internal" : "invalid_request";
    this.body = { message, code, type, link: `https://docs.meilisearch.com/errors#${code}` };
  }
}

/** Parameters of a search request that the real one takes; those without a reader here are accepted and ignored. */
const SEARCH_PARAMETERS = new Set(
  (
    "q vector media hybrid offset limit page hitsPerPage attributesToRetrieve retrieveVectors attributesToCrop cropLength attributesToHighlight " +
    "showMatchesPosition showRankingScore showRankingScoreDetails filter sort distinct facets highlightPreTag highlightPostTag cropMarker " +
    "matchingStrategy attributesToSearchOn rankingScoreThreshold locales personalize useNetwork showPerformanceDetails"
  ).split(" "),
);

const STRATEGIES = ["last", "all", "frequency"] as const;

export function checkSearch(payload: unknown) {
  const given = toObject(payload);
  for (const name of Object.keys(given)) {
    if (!SEARCH_PARAMETERS.has(name)) throw new ApiProblem("bad_request", `Unknown field \`${name}\``);
  }
  const { q = "", limit = 20, offset = 0, showRankingScore = false, matchingStrategy = "last" } = given;
  const { attributesToRetrieve = ["*"] } = given;
  if (typeof q !== "string") throw new ApiProblem("invalid_search_q", wrongType("q", "a string"));
  if (!isCount(limit)) throw new ApiProblem("invalid_search_limit", wrongType("limit", "a positive integer"));
  if (!isCount(offset)) throw new ApiProblem("invalid_search_offset", wrongType("offset", "a positive integer"));
  if (!isStrings(attributesToRetrieve)) {
    throw new ApiProblem("invalid_search_attributes_to_retrieve", wrongType("attributesToRetrieve", "an array"));
  }
  if (typeof showRankingScore !== "boolean") {
    throw new ApiProblem("invalid_search_show_ranking_score", wrongType("showRankingScore", "a boolean"));
  }
  const strategy = STRATEGIES.find((each) => each === matchingStrategy);
  if (strategy === undefined) {
    throw new ApiProblem("invalid_search_matching_strategy", "Unknown value at `.matchingStrategy`");
  }
  return { q, limit, offset, attributesToRetrieve, showRankingScore, strategy };
}

const RULES = new Set("words typo proximity attribute attributeRank wordPosition sort exactness".split(" "));

export function checkSettings(payload: unknown, known: string[]): Record<string, unknown> {
  const given = toObject(payload);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new ApiProblem("bad_request", `Unknown field \`${name}\``);
  }
  const { searchableAttributes, displayedAttributes, rankingRules } = given;
  if (searchableAttributes !== undefined && !isStrings(searchableAttributes)) {
    throw new ApiProblem("invalid_settings_searchable_attributes", wrongType("searchableAttributes", "an array"));
  }
  if (displayedAttributes !== undefined && !isStrings(displayedAttributes)) {
    throw new ApiProblem("invalid_settings_displayed_attributes", wrongType("displayedAttributes", "an array"));
  }
  const isRule = (rule: string) => RULES.has(rule) || /^[\w.]+:(?:asc|desc)$/.test(rule);
  if (rankingRules !== undefined && (!isStrings(rankingRules) || !rankingRules.every(isRule))) {
    throw new ApiProblem("invalid_settings_ranking_rules", "Invalid value at `.rankingRules`");
  }
  return given;
}

function toObject(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>; // members stay unknown
  throw new ApiProblem("bad_request", "Invalid value type: expected an object");
}

const wrongType = (name: string, wanted: string): string => `Invalid value type at \`.${name}\`: expected ${wanted}`;
const isCount = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0;
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
