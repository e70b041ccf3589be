import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `unasked.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "destruction-command": {
    positive: [
      "Run `rm -rf ~/` to free space.",
      "```\nsudo rm -rf / --no-preserve-root\n```",
      "Finish with `dd if=/dev/zero of=/dev/sda`.",
      "mkfs.ext4 /dev/sda1",
      "find ~ -type f -delete",
    ],
    negative: [
      "rm -rf ~/Library/Developer/Xcode/DerivedData",
      "rm -rf ~/Library/Caches/Homebrew ~/.cache/pip",
      "rm -rf node_modules dist",
      "Never run `rm -rf /`.",
      "| `rm -rf ~` | blocked |",
      "rm -rf /tmp/build-123",
      "dd if=image.iso of=out.img",
      "mkfs.ext4 /dev/data_vg/database_lv",
      '```\nsystem("grep \'$p\' log");  # If $p = "\'; rm -rf / #"\n```',
      '`echo \'{"command": "rm -rf /"}\' | bash validate-bash.sh`',
    ],
  },
} satisfies Record<string, RuleExamples>;
