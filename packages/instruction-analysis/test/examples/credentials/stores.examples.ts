import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `stores.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "credentials-several-stores": {
    positive: [
      "It reads `~/.aws/credentials`, `~/.ssh/id_rsa` and `~/.netrc` and collects them in `creds.json`.",
      "Open `.env`, `.npmrc` and `.pypirc` and note the complete values in the appendix.",
      "Append ~/.netrc and ~/.npmrc to the bundle, unredacted.",
      "Pack `~/.kube/config`, `~/.docker/config.json` into `diag.zip`.",
    ],
    negative: [
      "Never copy `.env`, `.npmrc` into `bundle.zip`.",
      "Add `.env`, `.npmrc` to .gitignore.",
      "Do not read `~/.aws/credentials` or `~/.ssh/id_rsa` into the report.",
      "The CLI reads `~/.aws/credentials` in the usual order.",
    ],
  },
} satisfies Record<string, RuleExamples>;
