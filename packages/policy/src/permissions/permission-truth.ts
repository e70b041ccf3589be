import type { Permission } from "./permission.ts";
import { covers } from "./scope.ts";

/** A place in the package that shows a use. */
interface Evidence {
  file: string;
  line: number;
  /** As `requests.get`. */
  what: string;
}

/** One thing that the code does. `isCertain` false: it may be another thing, or may never run. */
export interface Use {
  permission: Permission;
  isCertain: boolean;
  evidence: Evidence[];
}

export interface PermissionTruth {
  /** Uses that no declared permission covers. */
  undeclared: Use[];
  /** Declared, and nothing in the code needs it. */
  unused: Permission[];
  /** Declared for everything, used for these scopes only. */
  wide: { declared: Permission; used: string[] }[];
}

/**
 * Holds what the code of a skill does against what its manifest declares (docs/specification.md §3: there are no implicit grants). A use
 * whose scope the code does not show is taken to lie inside the declared one; `env_vars` of the manifest need no permission
 * (docs/specification.md §3.1).
 */
export function comparePermissions(input: {
  declared: readonly Permission[];
  envVars: readonly string[];
  uses: readonly Use[];
}): PermissionTruth {
  const granted = input.declared.filter(({ level }) => level !== "none");
  const uses = input.uses.filter(({ permission }) => !isOwnVariable(permission, input.envVars));
  const isCovered = ({ permission }: Use) => isDeclared(granted, permission);
  return {
    undeclared: uses.filter((use) => !isCovered(use)),
    unused: granted.filter((each) => !uses.some(({ permission }) => coversUse(each, permission))),
    wide: granted.flatMap((declared) => {
      if (declared.scope !== null) return [];
      const used = uses
        .filter(({ permission }) => covers(declared, permission))
        .map(({ permission }) => permission.scope);
      const known = [...new Set(used.filter((scope) => scope !== null))].sort();
      return known.length === 0 || used.includes(null) ? [] : [{ declared, used: known }];
    }),
  };
}

/** Whether a use lies inside what is declared; one whose scope is not known is taken to. */
const isDeclared = (declared: readonly Permission[], used: Permission): boolean =>
  declared.some((each) => coversUse(each, used));

function coversUse(declared: Permission, used: Permission): boolean {
  return covers(used.scope === null ? { ...declared, scope: null } : declared, used);
}

const isOwnVariable = ({ domain, scope }: Permission, envVars: readonly string[]): boolean =>
  domain === "env" && scope !== null && envVars.includes(scope);
