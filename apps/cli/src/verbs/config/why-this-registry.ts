import type { ChosenRegistry } from "../../session/which-registry.ts";

/** What named the registry of this run, in words. */
export function whyThisRegistry({ from, logins }: ChosenRegistry, file: string): string {
  switch (from) {
    case "option":
      return "--registry names it";
    case "environment":
      return "GAIA_REGISTRY names it";
    case "config":
      return `it was set with \`config set registry\` (${file})`;
    case "package":
      return "it served this program";
    case "login":
      return "it is the only registry that you are logged in to";
    case "default":
      return logins.length === 0
        ? "nothing names one, so it is the one of this machine"
        : `nothing names one, and you are logged in to several (${logins.join(", ")}): choose one with \`config set registry\``;
  }
}
