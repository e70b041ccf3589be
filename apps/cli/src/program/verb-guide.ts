import type { Command } from "commander";
import { calledAs } from "../failures/invocation.ts";

/** The heading of what is about this program itself. */
export const PROGRAM = "This program:";

/** The headings of `help`, each with its verbs in the order in which they are met, and an example of each. */
const GUIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Find and install:": {
    search: 'search "web search" --tier verified',
    info: "info web-search@1.0.0",
    install: "install web-search@^1.2",
    list: "list",
    update: "update --all",
    outdated: "outdated",
    remove: "remove web-search",
    enable: "enable web-search",
    disable: "disable web-search",
    resolve: "resolve web-search",
    tree: "tree",
    why: "why log",
    sync: "sync --check",
    cache: "cache list",
    run: 'run web-search search_web \'{"query": "tides"}\'',
    test: "test ./my-skill",
    serve: "serve --mcp",
  },
  "Check what was installed:": {
    verify: "verify web-search",
    audit: "audit",
    review: 'review web-search --rating 4 --text "finds what I look for"',
    report: 'report web-search@1.0.0 --kind malware --text "line 12 of tools.py sends ~/.ssh away"',
    sbom: "sbom web-search@1.0.0 -o bom.json",
    trust: "trust list",
    witness: "witness --log KEY --name w.example/1",
    monitor: "monitor https://skills.example.org --publisher ada",
  },
  "Write and publish:": {
    init: "init my-skill --format agent-skills",
    validate: "validate ./my-skill",
    lint: "lint ./my-skill --fix",
    scan: "scan ./my-skill",
    format: "format ./my-skill --check",
    migrate: "migrate ./old-skill --validate",
    convert: "convert ./my-skill --to agent-skills",
    pack: "pack ./my-skill -o my-skill.zip",
    digest: "digest ./my-skill",
    publish: "publish ./my-skill --wait",
    stage: "stage ./my-skill --wait",
    staged: "staged",
    approve: "approve my-skill 1.0.0",
    reject: 'reject my-skill 1.0.0 --reason "a mistake"',
    "trusted-publisher": "trusted-publisher list my-skill",
    sign: "sign ./my-skill --gpg",
    attest: "attest my-skill@1.0.0 --provenance build.sigstore.json",
    promote: 'promote my-skill@1.0.0 --note "first release"',
    yank: 'yank my-skill@1.0.0 --reason "leaks memory"',
    unyank: "unyank my-skill@1.0.0",
    deprecate: 'deprecate my-skill@1.0.0 --message "no longer kept" --replacement other-skill',
    "confirm-signer": "confirm-signer my-skill@1.1.0",
    purge: 'purge my-skill@1.0.0 --reason "a secret leaked"',
    notices: "notices --unread",
    appeal: 'appeal CASE-ID --text "the host is our own"',
  },
  "My account:": {
    login: "login",
    logout: "logout",
    whoami: "whoami",
    keys: "keys list",
    token: "token list",
    org: "org members acme",
    transfer: "transfer list",
    "audit-log": "audit-log --skill web-search",
  },
  "The registry:": { admin: "admin queue" },
  [PROGRAM]: { completion: "completion bash" },
};

/** The same for verbs of groups: their words, and what follows. */
const WITHIN: Readonly<Record<string, string>> = {
  "keys add": "--gpg",
  "keys revoke": "KEY-ID --as retired",
  "token create": "ci --scope publish --pattern 'acme-*'",
  "token revoke": "TOKEN-ID",
  "org create": "acme",
  "org members": "acme",
  "org role": "acme ada admin",
  "org remove": "acme ada",
  "org leave": "acme",
  "org invite": "acme ada --role admin",
  "org invitations": "acme",
  "org accept": "INVITATION-ID",
  "org decline": "INVITATION-ID",
  "org withdraw": "acme INVITATION-ID",
  "transfer offer": "web-search --to acme",
  "transfer accept": "TRANSFER-ID",
  "transfer decline": "TRANSFER-ID",
  "transfer withdraw": "TRANSFER-ID",
  "trusted-publisher add": "my-skill --issuer github --repository acme/my-skill --workflow release.yml",
  "trusted-publisher list": "my-skill",
  "trusted-publisher remove": "my-skill TRUSTED-PUBLISHER-ID",
  "trust add": "https://skills.example.org --fingerprint SHA256:…",
  "trust remove": "https://skills.example.org",
  "cache clean": "web-search",
  "admin accounts create": "ada",
  "admin quota": "ada 4096",
  "admin accounts list": "--status suspended",
  "admin accounts role": "ada admin",
  "admin accounts suspend": 'eve --reason "publishes malware"',
  "admin accounts reinstate": 'eve --reason "the account was stolen"',
  "admin advisories import": "osv.json",
  "admin audit-log": "--target web-search@1.0.0",
  "admin clear": 'web-search@1.0.0 --reason "the finding is a test\'s"',
  "admin rescans start": '--reason "new rules" --skill web-search',
  "admin rescans resume": 'RESCAN-ID --reason "as expected"',
  "admin rescans cancel": 'RESCAN-ID --reason "too many"',
  "admin approve": 'PROMOTION-ID --reason "read every file"',
  "admin reject": 'PROMOTION-ID --reason "the shell is not needed"',
  "admin quarantine": 'web-search@1.0.0 --reason "reported"',
  "admin demote": 'web-search@1.0.0 --reason "the audit missed it" --to community',
  "admin undo-demotion": 'web-search@1.0.0 --reason "read again"',
  "admin purge": 'web-search@1.0.0 --reason "ordered by a court"',
  "admin unyank": 'web-search@1.0.0 --reason "yanked by mistake"',
  "admin reports list": "--status upheld",
  "admin reports show": "CASE-ID",
  "admin reports uphold": 'CASE-ID --effect quarantine --reason "it does"',
  "admin reports dismiss": 'CASE-ID --reason "that host is declared"',
  "admin appeals grant": 'CASE-ID --reason "looked at again"',
  "admin appeals reject": 'CASE-ID --reason "it still does"',
  "admin release": 'web-search@1.0.0 --reason "nothing found"',
};

const EXITS =
  "\nExit codes: 0 done, 1 unexpected, 2 usage, 3 not found, 4 refused, 5 verification failed, 6 registry unreachable";

/** Groups the verbs of `skill` in its help, and lets the help of each begin with an example and end with the exit codes. */
export function addGuide(skill: Command): void {
  const examples = new Map<string, string>();
  for (const [heading, verbs] of Object.entries(GUIDE))
    for (const [name, example] of Object.entries(verbs)) {
      examples.set(name, example);
      skill.commands.find((one) => one.name() === name)?.helpGroup(heading);
    }
  // Headings stand in the order of the list, which commander types as read-only and keeps as it is left.
  const order = [...examples.keys()];
  // The hidden verb of completion stands last, or its heading would be the first.
  const placeOf = (command: Command) => (order.includes(command.name()) ? order.indexOf(command.name()) : order.length);
  (skill.commands as Command[]).sort((left, right) => placeOf(left) - placeOf(right));
  skill.addHelpText("after", `${EXITS}\n${calledAs("VERB --help")} shows an example of each.`);
  for (const command of skill.commands) guide(command, command.name(), examples.get(command.name()) ?? null);
}

function guide(command: Command, path: string, example: string | null): void {
  if (example !== null) command.addHelpText("before", () => `Example: ${calledAs(example)}\n`);
  if (command.commands.length === 0) command.addHelpText("after", EXITS);
  for (const one of command.commands) {
    const words = `${path} ${one.name()}`;
    guide(one, words, `${words} ${WITHIN[words] ?? ""}`.trim());
  }
}
