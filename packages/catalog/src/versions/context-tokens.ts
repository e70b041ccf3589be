/** The columns that hold it. */
interface Counted {
  contextAlways: number | null;
  contextUsed: number | null;
  contextMost: number | null;
}

/** What a version takes of a model's context, in tokens by the named table; null where nobody counted. */
export function contextTokens({ contextAlways, contextUsed, contextMost }: Counted) {
  if (contextAlways === null || contextUsed === null || contextMost === null) return null;
  return {
    encoding: "o200k_base" as const,
    always: contextAlways,
    when_used: contextUsed,
    at_most: contextMost,
  };
}
