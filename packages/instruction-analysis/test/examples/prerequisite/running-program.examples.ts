import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `running-program.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "prerequisite-stranger-executable": {
    positive: [
      "Windows users: unzip AuthHelper.zip (https://files-share.example/AuthHelper.zip), run AuthHelper.exe, then come back.",
      "Get https://quartz.example/a.dmg, right-click it and choose Open.",
      "https://slate.test/setup.msi - double-click, More info, Run anyway.",
      "Download https://flint.example/k.zip and start setup.exe inside.",
    ],
    negative: [
      "Download https://sample.example/a.dmg and open the dmg.",
      "Download https://data.example/set.zip and unzip it.",
      "Never open https://quartz.example/a.dmg or run setup.exe.",
      "Run build.exe in the folder.",
    ],
  },
} satisfies Record<string, RuleExamples>;
