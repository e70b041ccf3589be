import { type Command, Option } from "commander";

const OUTPUT_FORMS = ["text", "json", "sarif", "github"] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/** `--output <form>`; `json` is the same as `--json`. */
export function withOutputForm(command: Command): Command {
  command.addOption(new Option("--output <form>", "how to write the diagnostics").choices(OUTPUT_FORMS));
  return command.on("option:output", (form) => {
    if (form === "json") command.setOptionValue("json", true);
  });
}
