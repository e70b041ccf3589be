import { Argument, type Command } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";

/** `config get|set|unset registry`. */
export function addConfigVerbs(skill: Command, verb: AddVerb): void {
  const config = addGroup(skill, {
    line: "config",
    description: "which registry is asked when no option names one",
    example: "config get registry",
  });
  const key = () => new Argument("<key>", "what").choices(["registry"]);
  verb(
    config,
    { line: "get", description: "show it, and what named it", example: "config get registry" },
    async (session) => (await import("./registry-setting.ts")).getRegistry(session),
  ).addArgument(key());
  verb(
    config,
    {
      line: "set",
      description: "keep its address in my home (nothing: as unset)",
      example: "config set registry https://skills.example.com",
    },
    async (session, _, [, url = ""]) => (await import("./registry-setting.ts")).setRegistry(session, url),
  )
    .addArgument(key())
    .addArgument(new Argument("<url>", "its address"));
  verb(
    config,
    { line: "unset", description: "forget that address", example: "config unset registry" },
    async (session) => (await import("./registry-setting.ts")).unsetRegistry(session),
  )
    .alias("delete")
    .addArgument(key());
}
