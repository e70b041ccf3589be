import { TIERS } from "@gaia/policy";
import { html, raw } from "hono/html";
import { calledAs } from "../failures/invocation.ts";
import { plain } from "../terminal/shown-text.ts";
import type { Said } from "./dashboard-server.ts";
import { newerKey, type Newer, type MachineSkill, type MachineSkills, type Place } from "./machine-skills.ts";

type Html = ReturnType<typeof raw>;

interface Shown {
  machine: MachineSkills;
  newer: Newer;
  said: Said | null;
  /** Where forms go, and what they carry so that no other page's form is taken. */
  action: string;
  form: string;
  styleAddress: string;
  idleMinutes: number;
}

const count = (number: number, word: string): string =>
  `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

/** `dashboard`: the skills of this machine as a page. Works without a script, and has none. */
export async function dashboardPage(shown: Shown): Promise<string> {
  const { machine, newer, said, styleAddress, idleMinutes } = shown;
  const { home, project, local } = machine.skills;
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Your skills · gaia-skill</title>
          <link rel="stylesheet" href="${styleAddress}" />
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header class="top">
            <span class="wordmark">${MARK}<span>gaia-skill</span></span>
          </header>
          <main id="main" tabindex="-1">
            <h1>Your skills</h1>
            <p class="lead">${summary([...home, ...project, ...local])}</p>
            ${newerNote(newer)} ${said === null ? "" : saidNotice(said)}
            ${group(shown, {
              place: "home",
              title: "Installed in your home",
              about: "Agents of every project are offered these.",
              none: html`None yet. <code>${calledAs("search WORDS")}</code> finds skills,
                <code>${calledAs("install NAME")}</code> installs one.`,
            })}
            ${group(shown, {
              place: "project",
              title: "Installed in this project",
              about: `Its lock names them: ${machine.root}`,
              none: html`None. <code>${calledAs("install NAME --project")}</code> installs one into
                ${plain(machine.root)}.`,
            })}
            ${group(shown, {
              place: "local",
              title: "Of this repository",
              about: `In its folders skills/ and .gaia/skills: ${machine.root}. No registry vouches for them.`,
              none: html`${plain(machine.root)} has no skills of its own.`,
            })}
            ${machine.unread.length === 0 ? "" : unreadList(machine.unread)}
          </main>
          <footer class="foot">
            <p>
              Shown by gaia-skill to this browser alone. It ends with Ctrl-C where it was started, and after
              ${count(idleMinutes, "minute")} without use.
            </p>
          </footer>
        </body>
      </html> `,
  );
}

function summary(all: readonly MachineSkill[]): string {
  if (all.length === 0) return "There is no skill on this machine yet.";
  const offered = all.filter(({ enabled }) => enabled);
  const counted = offered.filter(({ contextTokens }) => contextTokens !== null);
  const tokens = counted.reduce((sum, { contextTokens }) => sum + (contextTokens ?? 0), 0);
  const words = [
    `${count(all.length, "skill")}, ${offered.length === 0 ? "none" : offered.length} of them offered to agents.`,
  ];
  if (counted.length > 0)
    words.push(
      `Of each conversation ${counted.length === offered.length ? "they" : `${counted.length} of these`} take ${count(tokens, "token")}.`,
    );
  return words.join(" ");
}

function newerNote(newer: Newer): Html | string {
  if (newer === "looking")
    return html`<p class="quiet">Registries are asked for newer versions: load this page again.</p>` as Html;
  if (newer instanceof Map || !("unknown" in newer)) return "";
  return html`<p class="quiet">Whether there are newer versions is not known: ${plain(newer.unknown)}</p>` as Html;
}

function saidNotice({ isDone, lines }: Said): Html {
  return html`<div class="notice said ${isDone ? "allow" : "block"}" role="status">
    <div>${lines.map((line) => html`<p>${plain(line)}</p>`)}</div>
  </div>` as Html;
}

interface Group {
  place: Place;
  title: string;
  about: string;
  /** Instead of the table. */
  none: ReturnType<typeof html>;
}

function group(shown: Shown, { place, title, about, none }: Group): Html {
  const skills = shown.machine.skills[place];
  const columns = ["Skill", "Trust", "For", "Takes", "Newer", "Offered to agents"];
  return html`<section class="group" aria-labelledby="${place}">
    <h2 id="${place}">${title}</h2>
    ${
      skills.length === 0
        ? html`<p class="empty">${none}</p>`
        : html`<p class="quiet">${plain(about)}</p>
            <table class="facts">
              <thead>
                <tr>
                  ${columns.map((column) => html`<th scope="col">${column}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${skills.map((skill) => row(shown, place, skill))}
              </tbody>
            </table>`
    }
  </section>` as Html;
}

function row({ newer, action, form }: Shown, place: Place, skill: MachineSkill): Html {
  const { name, version, description, agents, contextTokens, enabled, changed } = skill;
  const update = `update ${plain(name)}${place === "project" ? " --project" : ""}`;
  const known = newer instanceof Map ? newer.get(newerKey(place, name)) : undefined;
  const next = known?.newer ?? null;
  return html`<tr>
    <th scope="row">
      ${plain(name)} ${plain(version)} ${known?.yanked === true ? yankedNote(place) : ""}
      ${description === null ? "" : html`<span class="quiet" dir="auto">${plain(description).slice(0, 300)}</span>`}
    </th>
    <td data-label="Trust">${trust(skill)}</td>
    <td data-label="For"><span>${agents.length === 0 ? "serve alone" : agents.map(plain).join(", ")}</span></td>
    <td data-label="Takes" class="figure">
      <span>${contextTokens === null ? "not counted" : count(contextTokens, "token")}</span>
    </td>
    <td data-label="Newer">
      <span>${next === null ? "—" : html`${plain(next)} <code class="quiet">${calledAs(update)}</code>`}</span>
    </td>
    <td data-label="Offered">
      <form method="post" action="${action}">
        <input type="hidden" name="form" value="${form}" />
        <input type="hidden" name="place" value="${place}" />
        <input type="hidden" name="name" value="${name}" />
        <input type="hidden" name="enabled" value="${enabled ? "no" : "yes"}" />
        <span class="${enabled ? "on" : "off"}"
          >${enabled ? "yes" : changed ? "no: it was changed since it was enabled" : "no"}</span
        >
        <button type="submit" aria-label="${enabled ? "Disable" : "Enable"} ${plain(name)}">
          ${enabled ? "Disable" : "Enable"}
        </button>
      </form>
    </td>
  </tr>` as Html;
}

/** Its publisher withdrew that version: what to do stands in what is called. */
const yankedNote = (place: Place): Html =>
  html`<span class="quiet"
    ><span class="marked block">Yanked</span> by its publisher:
    <code>${calledAs(`outdated${place === "project" ? " --project" : ""}`)}</code> says what to take instead</span
  >` as Html;

/** Who stands behind it, as it was when it was installed. */
function trust({ tier, publisher, signer, held }: MachineSkill): Html {
  if (tier === null) return html`<span>Only its author</span>` as Html;
  const known = TIERS.find((one) => one === tier);
  return html`<span>
    <span class="marked ${known ?? "unscanned"}"
      >${known === undefined ? plain(tier) : known[0]?.toUpperCase() + known.slice(1)}</span
    >, by ${plain(publisher ?? "")}
    <span class="quiet">${signer === null ? "not signed" : `signed by ${plain(signer)}`}</span>
    ${held === null ? "" : html`<span class="quiet">It was held for review when it was installed: ${plain(held)}</span>`}
  </span>` as Html;
}

const unreadList = (unread: MachineSkills["unread"]): Html =>
  html`<section class="group" aria-labelledby="unread">
    <h2 id="unread">Folders that are no skill</h2>
    ${unread.map(({ folder, reason }) => html`<p class="unread">${plain(folder)}: ${plain(reason)}</p>`)}
  </section>` as Html;

/** Of the site's pages, in one line. */
const MARK = raw(
  '<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">' +
    '<path d="M8 1.2l5.9 3.4v6.8L8 14.8l-5.9-3.4V4.6z"/><path d="M5.2 8.1l2 2 3.7-4"/></svg>',
);
