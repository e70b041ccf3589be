import type { CanonicalRequirements, CanonicalSkill, Discovery } from "./canonical.ts";

type Needed = Pick<
  CanonicalSkill,
  "name" | "displayName" | "version" | "description" | "kind" | "instructions" | "provenance"
>;

/** A skill with what every skill has and, elsewhere, what it means to say nothing. A reader adds what its format knows. */
export function blankSkill(needed: Needed): CanonicalSkill {
  return {
    schema: 1,
    aliases: [],
    license: null,
    authors: [],
    links: { homepage: null, repository: null, registry: null },
    discovery: noDiscovery(),
    invocation: { user: null, model: null, always: null, argumentHint: null, dispatchTool: null },
    runtime: null,
    tools: [],
    orchestration: null,
    tests: [],
    allowedTools: [],
    rateLimit: null,
    requires: noRequirements(),
    permissions: { declared: null, inferred: [] },
    trust: { claimedTier: null },
    extensions: {},
    ...needed,
  };
}

export function noDiscovery(): Discovery {
  return {
    tags: [],
    category: null,
    triggers: [],
    icon: null,
    status: null,
    layer: null,
    focusAffinity: [],
    complexity: null,
  };
}

/** What a skill without requirements requires. */
export function noRequirements(): CanonicalRequirements {
  return {
    env: [],
    python: null,
    node: null,
    model: null,
    context: null,
    // Without a prototype: its keys are the author's.
    hardware: Object.create(null) as CanonicalRequirements["hardware"],
    packages: [],
    skills: [],
    tools: [],
    bins: { all: [], anyOf: [] },
    hostConfig: [],
    os: [],
    text: null,
  };
}
