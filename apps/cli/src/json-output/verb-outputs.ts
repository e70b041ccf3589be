import { z } from "zod";
import * as author from "./author-shapes.ts";
import * as installed from "./installed-shapes.ts";
import { TRUST } from "./trust-shapes.ts";
import { VERIFY } from "./verify-shape.ts";
import { api, by, count, type JsonOutput, listOf, maybeText, text, yes } from "./shapes.ts";

const VERSION: JsonOutput = { shape: api("Version") };
const SETTING: JsonOutput = { shape: z.object({ key: text, value: maybeText, file: text }) };
const AUDIT: JsonOutput = {
  shape: z.union([
    api("AuditList"),
    z.object({ file: text, format: z.enum(["csv", "ndjson"]), size_bytes: count }).describe("with `--export`"),
  ]),
};

const ENABLED = z.object({
  name: text,
  enabled: yes,
  copied: installed.COPIED.optional().describe("without `--local`: the copies for agents"),
  root: text.optional().describe("with `--local`"),
});

/**
 * What every verb prints under `--json`, by its words. docs/cli-json.md is made from it, and a test runs every verb and holds what comes
 * against it: a verb without a row fails there.
 */
export const JSON_OUTPUTS: Readonly<Record<string, JsonOutput>> = {
  search: { shape: api("SearchResult") },
  info: { shape: z.union([api("Skill"), api("Version").describe("for `name@version`")]) },
  install: { shape: installed.INSTALL },
  list: { shape: installed.LIST },
  update: { shape: installed.UPDATE },
  outdated: { shape: installed.OUTDATED },
  remove: { shape: z.object({ removed: text, along: listOf(text).describe("what only it needed") }) },
  enable: { shape: ENABLED },
  disable: { shape: ENABLED },
  dashboard: {
    shape: z.object({ url: text }),
    note: "Printed once it listens; then it runs until it is stopped. The address opens once, and no browser is opened.",
  },
  resolve: { shape: installed.RESOLVE },
  tree: { shape: installed.TREE },
  why: { shape: installed.WHY },
  sync: { shape: installed.SYNC },
  "cache list": { shape: installed.CACHE.list },
  "cache verify": { shape: installed.CACHE.verify },
  "cache clean": { shape: installed.CACHE.clean },
  run: { shape: installed.RUN },
  test: { shape: installed.TEST },
  serve: { shape: z.never(), note: "Its standard output is the protocol: `--json` is refused, with exit 2." },

  review: {
    shape: z.union([
      api("ReviewList"),
      api("Review").describe("with `--rating`"),
      z.object({ name: text, deleted: yes }).describe("with `--delete`"),
    ]),
  },
  report: { shape: z.union([api("OwnReport"), api("OwnReportList").describe("without a name")]) },
  verify: { shape: VERIFY },
  audit: { shape: installed.AUDIT },
  sbom: {
    shape: z.object({ file: text, name: text, version: text }),
    note: "The file holds the bill of materials itself.",
  },
  "trust add": { shape: TRUST.add },
  "trust list": { shape: TRUST.list },
  "trust remove": { shape: TRUST.remove },
  witness: {
    shape: z.object({ keys: listOf(text).describe("verifier keys"), url: text }),
    note: "Printed once it listens; then it runs until it is stopped.",
  },
  monitor: {
    shape: z.union([
      z.object({ registry: text, size: count, entries: listOf(by(z.unknown())) }),
      by(z.unknown()).describe("with `--follow`: one document for each entry"),
    ]),
    note: "An entry has `index`, `kind` (null: this version cannot read it), `time`, and the fields of its kind as text.",
  },

  init: { shape: author.INIT },
  validate: { shape: author.VALIDATE },
  lint: { shape: author.LINT },
  scan: { shape: author.SCAN },
  format: { shape: author.FORMAT },
  migrate: { shape: author.MIGRATE },
  convert: { shape: author.MIGRATE },
  pack: { shape: author.PACK },
  digest: { shape: author.DIGEST },
  publish: {
    shape: z.union([
      api("Version"),
      author.DRY_RUN.describe("with `--dry-run`"),
      author.PUBLISHED_TREE.describe("for a folder of several skills"),
    ]),
  },
  stage: { shape: z.union([api("Version"), author.PUBLISHED_TREE.describe("for a folder of several skills")]) },
  staged: { shape: api("StagedList") },
  approve: VERSION,
  reject: { shape: z.object({ name: text, version: text, rejected: yes }) },
  "trusted-publisher add": { shape: api("TrustedPublisher") },
  "trusted-publisher list": { shape: api("TrustedPublisherList") },
  "trusted-publisher remove": { shape: z.object({ name: text, id: text, removed: yes }) },
  sign: VERSION,
  attest: VERSION,
  promote: { shape: api("Promotion") },
  yank: VERSION,
  unyank: VERSION,
  deprecate: VERSION,
  rescan: { shape: api("OwnRescan") },
  contest: { shape: api("HoldContest") },
  appeal: { shape: api("AppealFiled") },
  "confirm-signer": {
    shape: z.union([z.object({ items: z.unknown() }).describe("as the API's `SignerChangeList`"), api("Version")]),
    note: "Without `name@version`, what waits; with it, the version.",
  },
  purge: { shape: api("Tombstone") },
  notices: {
    shape: z.union([
      api("NoticeList"),
      api("Notice").describe("with `--read`"),
      api("MailChoices").describe("with `--mail`"),
    ]),
  },

  "config get": {
    shape: z.object({
      key: text,
      value: text,
      from: z.enum(["option", "environment", "config", "package", "login", "default"]),
      why: text.describe("in words"),
    }),
  },
  "config set": SETTING,
  "config unset": SETTING,
  login: { shape: z.object({ registry: text, handle: text, role: text, publishers: listOf(text) }) },
  logout: { shape: z.object({ registry: text, forgotten: yes }) },
  whoami: { shape: api("WhoAmI") },
  "keys add": { shape: api("AddedKey") },
  "keys list": { shape: api("PublisherKeyList") },
  "keys revoke": { shape: api("PublisherKey") },
  "token create": { shape: api("TokenCreated"), note: "The only place where the token stands." },
  "token list": { shape: api("TokenList") },
  "token revoke": { shape: api("Token") },
  "collection show": { shape: api("Collection") },
  "collection list": { shape: api("CollectionList") },
  "collection put": { shape: api("Collection") },
  "collection remove": { shape: z.object({ publisher: text, name: text, removed: yes }) },
  "org create": { shape: api("Publisher") },
  "org members": { shape: api("MemberList") },
  "org role": { shape: api("MemberList") },
  "org remove": { shape: api("MemberList") },
  "org leave": { shape: z.object({ publisher: text, left: yes }) },
  "org invite": { shape: api("Invitation") },
  "org invitations": { shape: api("InvitationList") },
  "org accept": { shape: api("Invitation") },
  "org decline": { shape: api("Invitation") },
  "org withdraw": { shape: api("Invitation") },
  "transfer offer": { shape: api("Transfer") },
  "transfer list": { shape: api("TransferList") },
  "transfer accept": { shape: api("Transfer") },
  "transfer decline": { shape: api("Transfer") },
  "transfer withdraw": { shape: api("Transfer") },
  "audit-log": AUDIT,

  "admin accounts create": { shape: api("AccountCreated"), note: "The only place where its token stands." },
  "admin invite": { shape: api("AccountInvited"), note: "The only place where its link stands." },
  "admin invitations list": { shape: api("AccountInvitationList") },
  "admin invitations revoke": { shape: z.object({ id: text, revoked: yes }) },
  "admin announce": { shape: api("Announcement") },
  "admin quota": { shape: api("Storage") },
  "admin accounts list": { shape: api("AccountList") },
  "admin accounts role": { shape: api("Account") },
  "admin accounts suspend": { shape: api("Account") },
  "admin accounts reinstate": { shape: api("ReinstatedAccount") },
  "admin advisories import": {
    shape: z.object({ files: listOf(z.looseObject({ file: text }).and(api("ImportedAdvisories"))) }),
  },
  "admin export-bundle": {
    shape: z.object({
      file: text,
      size_bytes: count,
      index_sha256: text,
      registry: text,
      created_at: text,
      releases: listOf(
        z.object({
          name: text,
          version: text,
          publisher: text,
          security_tier: text,
          verdict: maybeText,
          content_digest: text,
          release_digest: text,
        }),
      ),
      left_out: listOf(z.object({ name: text, version: maybeText, reason: text })),
    }),
    note: "`releases` and `left_out` as the index of the file says.",
  },
  "admin import-bundle": {
    shape: z.object({
      file: text,
      registry: text,
      index_sha256: text,
      created_at: text,
      newer_bundle: maybeText,
      releases: listOf(
        z.object({
          name: text,
          version: text,
          outcome: z.enum(["published", "there", "refused"]),
          reason: maybeText,
        }),
      ),
    }),
  },
  "admin audit-log": AUDIT,
  "admin held": { shape: api("HeldList") },
  "admin uphold-hold": { shape: api("HoldContest") },
  "admin clear": VERSION,
  "webhook list": { shape: api("WebhookList") },
  "webhook add": { shape: api("WebhookWithSecret") },
  "webhook remove": { shape: z.object({ id: text, removed: yes }) },
  "webhook test": { shape: api("WebhookDelivery") },
  "webhook deliveries": { shape: api("WebhookDeliveryList") },
  "webhook redeliver": { shape: api("WebhookDelivery") },
  "webhook rotate": { shape: api("WebhookWithSecret") },
  "webhook enable": { shape: api("Webhook") },

  "admin mirror": {
    shape: z.union([api("Mirror"), author.PUBLISHED_TREE.describe("for a folder")]),
  },
  "admin mirrors list": { shape: api("MirrorList") },
  "admin mirrors show": { shape: api("MirrorWithItems") },
  "admin mirrors run": { shape: api("Mirror") },
  "admin mirrors stop": { shape: api("Mirror") },
  "admin rescans list": { shape: api("RescanList") },
  "admin rescans start": { shape: api("Rescan") },
  "admin rescans resume": { shape: api("Rescan") },
  "admin rescans cancel": { shape: api("Rescan") },
  "admin queue": { shape: z.object({ items: listOf(api("Promotion")) }) },
  "admin approve": { shape: api("Promotion") },
  "admin reject": { shape: api("Promotion") },
  "admin quarantine": VERSION,
  "admin demote": VERSION,
  "admin undo-demotion": VERSION,
  "admin purge": { shape: api("Tombstone") },
  "admin unyank": VERSION,
  "admin release": VERSION,
  "admin reports list": { shape: api("ReportList") },
  "admin reports show": { shape: api("Report") },
  "admin reports uphold": { shape: api("Report") },
  "admin reports dismiss": { shape: api("Report") },
  "admin appeals list": { shape: api("ReportList") },
  "admin appeals grant": { shape: api("Report") },
  "admin appeals reject": { shape: api("Report") },

  completion: { shape: z.object({ shell: z.enum(["bash", "zsh", "fish"]), script: text }) },
};
