import { type CodeUnit, inPieces } from "@gaia/reading";
import type { CodeEvent } from "../../engine/event.ts";
import { hostOf } from "../../engine/host.ts";
import type { Reading } from "../../engine/reader.ts";
import type { CodeUnderRules } from "../../engine/rule.ts";
import { HOLE, sourcesOf, type Value } from "../../engine/value.ts";
import { isNamedAfter, isStated, lineAt, oddHost } from "./matching.ts";

/** The service that a skill is for passes requests on to those whose names stand in the address's path. */
export function isGateway(code: CodeUnderRules, target: Value, owners: ReadonlySet<string>): boolean {
  const host = hostOf(target.text ?? "");
  if (host === null || !isNamedAfter(code, host)) return false;
  const path = (target.text ?? "").slice((target.text ?? "").indexOf(host) + host.length).toLowerCase();
  return [...owners].some((owner) => path.split(/[^a-z0-9]+/).includes(owner.toLowerCase()));
}

/** A client proves itself by a key that is never sent. */
export const isClientKey = (words: string, path: string): boolean =>
  /\bcurl\b/.test(words) &&
  words.includes(path) &&
  words
    .split(path)
    .slice(0, -1)
    .every((before) => /\s(?:-E|--cert|--key|--cacert)[ =]["']?$/.test(before));

/** A logical volume that the same script has just made holds nothing yet. */
export function isMadeHere(target: string, text: string): boolean {
  const [, group = "", volume = ""] = /^\/dev\/(?:mapper\/)?([A-Za-z_]\w{1,40})[/-](\w{1,40})$/.exec(target) ?? [];
  return (
    group !== "" &&
    text
      .split("\n", 4_000)
      .some((line) => /^\s*(?:sudo\s+)?lvcreate\s/.test(line) && line.includes(volume) && line.includes(group))
  );
}

/** A program of the skill's own that is called `setup.py`: it asks its user, and builds no package. */
export function isOwnProgram({ path }: CodeUnit, all: readonly Reading[]): boolean {
  const text = all.find(({ unit }) => unit.path === path && unit.from === "file")?.unit.text ?? "";
  return (
    path.endsWith("setup.py") &&
    !/\b(?:setuptools|distutils|skbuild|cffi_modules)\b|\bsetup\s*\(/.test(text) &&
    /^if __name__ == ["']__main__["']:/m.test(text) &&
    /\b(?:argparse|input\s*\(|getpass|click|typer)\b/.test(text)
  );
}

const SKILL_FOLDER = /(?:^|\/)\.(?:claude|codex|gemini|cursor|opencode|agents|copilot)\/skills\/([\w.-]{1,80})(?:\/|$)/;
const AGENTS_FILE = /(?:^|\/)(?:SKILL|CLAUDE|AGENTS)\.md$/i;

/** A manual's own lines by which people put the skill that it belongs to in its place. */
function isOwnFolder({ about, reading }: CodeUnderRules, event: CodeEvent): boolean {
  const folder = SKILL_FOLDER.exec((event.target.text ?? "").replaceAll("\\", "/"))?.[1]?.replace(/\.\w{1,4}$/, "");
  if (folder === undefined || reading.unit.from !== "fence") return false;
  const from = event.inputs.flatMap((value) => sourcesOf(value)).find(({ taint }) => taint === "network");
  // What an agent reads as its orders would fetch the next ones by itself.
  if (from !== undefined && AGENTS_FILE.test(reading.unit.path)) return false;
  if (
    from !== undefined &&
    (/^(?:http|ftp):/i.test(from.what) || oddHost({ ...event.target, items: null, text: from.what }) !== null)
  )
    return false;
  return (
    folder.length >= 4 &&
    `-${about.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-`.includes(`-${folder.toLowerCase()}-`)
  );
}

/** A skill about making skills writes down what one looks like. */
const isSkillMaker = (code: CodeUnderRules, event: CodeEvent): boolean =>
  SKILL_FOLDER.test(event.target.text ?? "") &&
  code.reading.unit.from === "fence" &&
  event.inputs.every(({ text, sources }) => text !== null && sources.length === 0) &&
  isStated(
    code,
    /skill-?(?:build|creat|writ|author|develop|template)|(?:creat|build|writ|author|develop)\w{0,4} (?:[\w-]{1,30} ){0,4}skills?\b/i,
  );

const IS_COMPLETION_PATTERN = inPieces(
  "",
  String.raw`^\s*(?:\$ )?[\w-]{1,40} (?:[\w-]{1,20} )?(?:completions?|shell-completion|--completion)[ =](?:-s |`,
  String.raw`--shell )?(?:bash|zsh|fish|powershell)\s*>>?\s*\S{1,80}\s*$`,
);

/** `tool completions bash >> ~/.bashrc`: what a program says of its own options. */
const isCompletion = (code: CodeUnderRules, { line }: CodeEvent): boolean =>
  IS_COMPLETION_PATTERN.test(lineAt(code, line));

/** A manual's line for a schedule, with a place in it that nobody has. */
const isPlaceholder = (code: CodeUnderRules, { callee, inputs }: CodeEvent): boolean =>
  callee.trim() === "crontab" &&
  code.reading.unit.from === "fence" &&
  inputs.every(
    ({ text }) =>
      text !== null &&
      text
        .split("\n")
        .every((line) => line.replaceAll(HOLE, "").trim() === "" || /(?:^|\s)\/path\/to\/[\w.-]{1,60}\s*$/.test(line)),
  );

/** A key that is handed in, for a user who is handed in: an administrator's own way to let people in. */
const isGivenKey = ({ target, inputs }: CodeEvent): boolean =>
  new RegExp(`^/home/${HOLE}/\\.ssh/`).test(target.text ?? "") &&
  inputs.length > 0 &&
  inputs.every(
    (value) =>
      !/ssh-|ecdsa-/.test(value.text ?? "") &&
      (value.text === null || value.text.trim() === HOLE) &&
      sourcesOf(value).every(({ taint }) => taint === "input"),
  );

/** What is placed where it starts by itself in a way that people do themselves, or that a manual shows them. */
export const isTolerable = (code: CodeUnderRules, event: CodeEvent): boolean =>
  isOwnFolder(code, event) ||
  isSkillMaker(code, event) ||
  isCompletion(code, event) ||
  isPlaceholder(code, event) ||
  isGivenKey(event);
