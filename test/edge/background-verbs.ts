import { listHeld, listPublisherVersions } from "@gaia/catalog";
import * as domain from "@gaia/registry";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const page = { limit: 1, cursor: null, status: null };
const release = { name: "acme-tool", version: "1.0.0" };
const ADAS = { publisher: "ada" };
const OURS = { publisher: null };
const NEW_HOOK = { address: "https://hooks.example/here", events: [] };
const hook = { id: NOBODY, delivery: NOBODY };
const decision = { id: NOBODY, reason: "because" };

/** What the registry does by itself, by its clocks. */
export const BACKGROUND_WORK = [
  "tendBatches",
  "tendMirrors",
  "workBatch",
  "workMirror",
  "claimHooks",
  "deliverFor",
  "fanOutEvents",
  "pruneWebhookLog",
];

/** The verbs about work in the background and the lists of admins, for whoever asks them all who may. */
export const BACKGROUND_VERBS = {
  createMirror: (ctx: domain.Ctx) =>
    domain.createMirror(ctx, {
      address: "https://up.example",
      publisher: null,
      prefix: null,
      only: [],
      minAgeDays: 0,
      approve: "none",
      follow: false,
    }),
  listMirrors: (ctx: domain.Ctx) => domain.listMirrors(ctx, page),
  getMirror: (ctx: domain.Ctx) => domain.getMirror(ctx, { ...page, id: NOBODY, outcome: null }),
  listWebhooks: (ctx: domain.Ctx) => domain.listWebhooks(ctx, ADAS),
  createWebhook: (ctx: domain.Ctx) => domain.createWebhook(ctx, { ...ADAS, ...NEW_HOOK }),
  deleteWebhook: (ctx: domain.Ctx) => domain.deleteWebhook(ctx, { ...ADAS, ...hook }),
  testWebhook: (ctx: domain.Ctx) => domain.testWebhook(ctx, { ...ADAS, ...hook }),
  rotateWebhookSecret: (ctx: domain.Ctx) => domain.rotateWebhookSecret(ctx, { ...ADAS, ...hook }),
  enableWebhook: (ctx: domain.Ctx) => domain.enableWebhook(ctx, { ...ADAS, ...hook }),
  listWebhookDeliveries: (ctx: domain.Ctx) => domain.listWebhookDeliveries(ctx, { ...page, ...ADAS, ...hook }),
  redeliverWebhook: (ctx: domain.Ctx) => domain.redeliverWebhook(ctx, { ...ADAS, ...hook }),
  listRegistryWebhooks: (ctx: domain.Ctx) => domain.listWebhooks(ctx, OURS),
  createRegistryWebhook: (ctx: domain.Ctx) => domain.createWebhook(ctx, { ...OURS, ...NEW_HOOK }),
  deleteRegistryWebhook: (ctx: domain.Ctx) => domain.deleteWebhook(ctx, { ...OURS, ...hook }),
  testRegistryWebhook: (ctx: domain.Ctx) => domain.testWebhook(ctx, { ...OURS, ...hook }),
  rotateRegistryWebhookSecret: (ctx: domain.Ctx) => domain.rotateWebhookSecret(ctx, { ...OURS, ...hook }),
  enableRegistryWebhook: (ctx: domain.Ctx) => domain.enableWebhook(ctx, { ...OURS, ...hook }),
  listRegistryWebhookDeliveries: (ctx: domain.Ctx) => domain.listWebhookDeliveries(ctx, { ...page, ...OURS, ...hook }),
  redeliverRegistryWebhook: (ctx: domain.Ctx) => domain.redeliverWebhook(ctx, { ...OURS, ...hook }),
  runMirror: (ctx: domain.Ctx) => domain.runMirror(ctx, { id: NOBODY }),
  openBatch: (ctx: domain.Ctx) =>
    domain.openBatch(ctx, {
      publisher: null,
      defaultVersion: null,
      visibility: null,
      isStaged: false,
      bytes: new Uint8Array(),
    }),
  listBatches: (ctx: domain.Ctx) => domain.listBatches(ctx),
  getBatch: (ctx: domain.Ctx) => domain.getBatch(ctx, { id: NOBODY }),
  publishBatch: (ctx: domain.Ctx) => domain.publishBatch(ctx, { id: NOBODY }),
  listRescans: (ctx: domain.Ctx) => domain.listRescans(ctx, page),
  getRescan: (ctx: domain.Ctx) => domain.getRescan(ctx, decision),
  startRescan: (ctx: domain.Ctx) => domain.requestRescan(ctx, { scanners: null, skill: null, reason: "because" }),
  resumeRescan: (ctx: domain.Ctx) => domain.resumeRescan(ctx, decision),
  cancelRescan: (ctx: domain.Ctx) => domain.cancelRescan(ctx, decision),
  getOverview: (ctx: domain.Ctx) => domain.getOverview(ctx),
  listPublisherVersions: (ctx: domain.Ctx) => listPublisherVersions(ctx, { ...page, handle: "ada" }),
  listHeld: (ctx: domain.Ctx) => listHeld(ctx, { ...page, publisher: null, contested: null }),
  listReports: (ctx: domain.Ctx) => domain.listReports(ctx, { ...page, skill: null }),
  listAppeals: (ctx: domain.Ctx) => domain.listAppeals(ctx, page),
  listPromotions: (ctx: domain.Ctx) => domain.listPromotions(ctx, page),
  setAnnouncement: (ctx: domain.Ctx) => domain.setAnnouncement(ctx, { text: "because" }),
  clearAnnouncement: (ctx: domain.Ctx) => domain.clearAnnouncement(ctx),
  getMailChoices: (ctx: domain.Ctx) => domain.getMailChoices(ctx),
  setMailChoices: (ctx: domain.Ctx) => domain.setMailChoices(ctx, { held: false }),
  listDownloaders: (ctx: domain.Ctx) => domain.listDownloaders(ctx, { ...page, ...release }),
  notifyDownloaders: (ctx: domain.Ctx) =>
    domain.notifyDownloaders(ctx, { ...release, reason: "because", registryName: "Skills" }),
  stopMirror: (ctx: domain.Ctx) => domain.stopMirror(ctx, { id: NOBODY }),
};
