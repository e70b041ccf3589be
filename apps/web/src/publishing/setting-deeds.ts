import { isHandle } from "../naming/handle.ts";
import type { Asked } from "../asked.ts";
import { type Deed, deed } from "../deeds/deeds.tsx";
import { isSkillName } from "../skill-address.ts";
import { judgeText } from "../typed.ts";

const MAX_REASON = 2_000;

/** Who may see a skill, as its settings say it. */
export const VISIBILITY_WORDS = {
  public: "public: anybody finds and installs it",
  organisation: "organisation: members of its publisher alone",
  private: "private: owners, admins and the readers below",
} as const;

/** Who publishes its versions. */
export const PUBLISHING_WORDS = {
  any: "members and trusted publishers",
  trusted: "trusted publishers alone: no person's token publishes it",
} as const;

/** Whether versions wait before they go live. */
export const STAGING_WORDS = {
  optional: "live at once, unless it is staged",
  required: "staged first: a member approves each version",
} as const;

/** The key of a table, or null. */
const keyOf = <Word extends string>(words: Record<Word, string>, typed = ""): Word | null => {
  const known = Object.hasOwn(words, typed);
  return known ? (typed as Word) : null; // it is a key of that table
};

const skillOf = (asked: Asked) => ({ path: { name: asked.param("name") } });
const versionOf = (asked: Asked, row = "") => ({ path: { name: asked.param("name"), version: row } });
const handlesIn = (typed = ""): string[] => typed.split(/[\s,]+/).filter((one) => one !== "");
const reasonOf = { fields: ["reason"], judge: ({ reason = "" }) => ({ reason: judgeText(reason, MAX_REASON) }) };

/** What its publisher decides about a skill as a whole. */
const SKILL_DEEDS = {
  visibility: deed({
    fields: ["visibility", "readers", "was"],
    said: "From now on it is seen by whom you chose.",
    judge: ({ visibility, readers }) => ({
      visibility: keyOf(VISIBILITY_WORDS, visibility) === null ? "Choose who may see it." : null,
      readers: handlesIn(readers).every(isHandle) ? null : "Handles, with blanks between.",
    }),
    about: { 400: "readers", 404: "readers", 409: "readers" },
    sure: ({ visibility, was }) => sureOfVisibility(visibility, was),
    act: ({ api }, { visibility, readers }, asked) =>
      api.PATCH("/skills/{name}/settings", {
        params: skillOf(asked),
        body: { visibility: keyOf(VISIBILITY_WORDS, visibility) ?? "private", readers: handlesIn(readers) },
      }),
  }),
  publishing: deed({
    fields: ["publishing", "staging"],
    said: "From the next version on, it is published as you chose.",
    judge: ({ publishing, staging }) => ({
      publishing: keyOf(PUBLISHING_WORDS, publishing) === null ? "Choose who publishes it." : null,
      staging: keyOf(STAGING_WORDS, staging) === null ? "Choose when versions go live." : null,
    }),
    act: ({ api }, { publishing, staging }, asked) =>
      api.PATCH("/skills/{name}/settings", {
        params: skillOf(asked),
        body: {
          publishing: keyOf(PUBLISHING_WORDS, publishing) ?? "trusted",
          staging: keyOf(STAGING_WORDS, staging) ?? "required",
        },
      }),
  }),
  trust: deed({
    fields: ["issuer", "repository", "workflow", "environment", "stage_only"],
    said: "The workflow is trusted: its jobs need no token of yours.",
    judge: ({ issuer = "", repository = "" }) => ({
      issuer: issuer === "github" || issuer === "gitlab" ? null : "Choose where the workflow runs.",
      repository: /^[\w.-]+(?:\/[\w.-]+)+$/.test(repository) ? null : "As owner/name.",
    }),
    about: { 400: "repository", 404: "repository", 409: "repository" },
    act: ({ api }, { issuer = "", repository = "", workflow, environment, stage_only }, asked) =>
      api.POST("/skills/{name}/trusted-publishers", {
        params: skillOf(asked),
        body: {
          issuer,
          repository,
          ...(workflow && { workflow }),
          ...(environment && { environment }),
          stage_only: stage_only === "yes",
        },
      }),
  }),
  distrust: deed({
    said: "The workflow is trusted no longer.",
    sure: () => ({
      title: "Trust this workflow no longer?",
      consequence: "Its jobs publish nothing more, and the tokens that it has end at once.",
      submit: "Trust it no longer",
    }),
    act: ({ api }, { row = "" }, asked) =>
      api.DELETE("/skills/{name}/trusted-publishers/{id}", { params: { path: { ...skillOf(asked).path, id: row } } }),
  }),
  transfer: deed({
    fields: ["to"],
    said: "It is offered. Nothing changes until they accept.",
    judge: ({ to = "" }) => ({ to: isHandle(to) ? null : "The handle of a publisher here." }),
    about: { 400: "to", 403: "to", 404: "to", 409: "to" },
    sure: ({ to = "" }) => ({
      title: `Offer it to ${to}?`,
      consequence:
        `Once ${to} accepts, its members publish, sign and yank this skill, and you no longer do. ` +
        "You have seven days to withdraw the offer.",
      submit: "Offer it",
    }),
    act: ({ api }, { to = "" }, asked) => api.POST("/transfers", { body: { name: asked.param("name"), to } }),
  }),
  withdraw: deed({
    said: "The offer is withdrawn.",
    act: ({ api }, { row = "" }) => api.DELETE("/transfers/{id}", { params: { path: { id: row } } }),
  }),
};

/** What its publisher decides about one version; `row` is its number. */
const VERSION_DEEDS = {
  "confirm-signer": deed({
    fields: ["signers"],
    said: "The new signer is confirmed: its signature raises the version.",
    sure: () => ({
      title: "Do you know the new signer?",
      consequence:
        "If a stranger published in your name, this lets them in. Confirm it only if you or a member of yours signed this version.",
      submit: "Confirm the signer",
    }),
    act: ({ api }, { row, signers = "" }, asked) =>
      api.POST("/skills/{name}/{version}/confirm-signer", {
        params: versionOf(asked, row),
        body: { signers: signers.split("\n").filter((one) => one !== "") },
      }),
  }),
  deprecate: deed({
    fields: ["message", "replacement"],
    said: "It is deprecated: its page and every install say so.",
    judge: ({ message = "", replacement = "" }) => ({
      message: judgeText(message, 500),
      replacement: replacement === "" || isSkillName(replacement) ? null : "The name of a skill.",
    }),
    about: { 404: "replacement" },
    act: ({ api }, { row, message = "", replacement = "" }, asked) =>
      api.POST("/skills/{name}/{version}/deprecate", {
        params: versionOf(asked, row),
        body: { message, ...(replacement !== "" && { replacement }) },
      }),
  }),
  undeprecate: deed({
    said: "It is deprecated no longer.",
    act: ({ api }, { row }, asked) =>
      api.POST("/skills/{name}/{version}/undeprecate", { params: versionOf(asked, row) }),
  }),
  yank: deed({
    ...reasonOf,
    said: "It is yanked: lists leave it out. Undo it on this page.",
    sure: ({ row = "" }) => ({
      title: `Yank ${row}?`,
      consequence:
        "Lists and plain installs leave it out, and people who have it are warned. Those who pinned it can still install it. " +
        "You can undo this.",
      submit: "Yank it",
    }),
    act: ({ api }, { row, reason = "" }, asked) =>
      api.POST("/skills/{name}/{version}/yank", { params: versionOf(asked, row), body: { reason } }),
  }),
  unyank: deed({
    said: "It is listed and installed again.",
    act: ({ api }, { row }, asked) => api.POST("/skills/{name}/{version}/unyank", { params: versionOf(asked, row) }),
  }),
  purge: deed({
    ...reasonOf,
    said: "It is purged: its files are gone.",
    sure: ({ row = "" }) => ({
      title: `Purge ${row} for good?`,
      consequence:
        "Its files go, for everybody, and nothing can be published under this number again. Your reason stays. This cannot be undone.",
      submit: "Purge it for good",
    }),
    act: ({ api }, { row, reason = "" }, asked) =>
      api.POST("/skills/{name}/{version}/purge", { params: versionOf(asked, row), body: { reason } }),
  }),
};

/** What is done on the settings of a skill. */
export const SETTING_DEEDS: Readonly<Record<string, Deed>> = { ...SKILL_DEEDS, ...VERSION_DEEDS };

function sureOfVisibility(visibility = "", was = "") {
  if (visibility === was) return null;
  if (visibility === "public") {
    return {
      title: "Show it to everybody?",
      consequence:
        "Anybody can read and install every version, also those from before. What was copied meanwhile cannot be hidden again.",
      submit: "Make it public",
    };
  }
  if (was !== "public") return null;
  return {
    title: "Hide it from others?",
    consequence: "People who installed it get no update any more, and its page is gone for them.",
    submit: "Hide it",
  };
}
