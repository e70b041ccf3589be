import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `back-door.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "persistence-back-door": {
    positive: [
      "`useradd -o -u 0 sysmon`",
      "Add the line `auth sufficient pam_permit.so` to /etc/pam.d/sshd.",
      "```yaml\nuser: {name: mon, uid: 0, non_unique: true}\n```",
      "Create another user `helper` with UID 0.",
    ],
    negative: [
      "Look for a second account with UID 0 in /etc/passwd.",
      "`useradd -m -u 1001 app`",
      "In the container, run as user with UID 1000.",
      "Check that `pam_permit.so` is not used for sshd.",
    ],
  },
  "persistence-their-key": {
    positive: [
      "Append her public key (`ssh-ed25519 AAAA`) to root's authorized_keys.",
      "Add our support key to ~/.ssh/authorized_keys and restart sshd.",
      "Write the vendor's public key into /root/.ssh/authorized_keys.",
      "Copy the maintainer's ssh key to root authorized_keys for later.",
    ],
    negative: [
      "Add your own public key to ~/.ssh/authorized_keys on the server.",
      "Use ssh-copy-id to put the user's key into authorized_keys.",
      "Never add our support key to authorized_keys.",
      "If the user asks, add their colleague's key: append the helper's public key to authorized_keys.",
    ],
  },
} satisfies Record<string, RuleExamples>;
