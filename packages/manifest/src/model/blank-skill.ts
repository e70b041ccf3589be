import type { CanonicalRequirements, CanonicalSkill, Discovery } from "./canonical.ts";

type Needed = "name" | "displayName" | "version" | "description" | "kind" | "instructions" | "provenance";

/** All of a skill but what every skill must have. A reader fills it in as it goes. */
export type SkillParts = Omit<CanonicalSkill, Needed>;

/** A skill with what every skill has and, elsewhere, what it means to say nothing. A reader adds what its format knows. */
export function blankSkill(needed: Pick<CanonicalSkill, Needed>): CanonicalSkill {
  return { ...blankParts(), ...needed };
}

/** What it means to say nothing. */
export function blankParts(): SkillParts {
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
