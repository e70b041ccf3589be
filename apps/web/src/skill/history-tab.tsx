import type { Child } from "hono/jsx";
import { Day } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { SkillDownloads, SkillHistory, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { DownloadsPlot } from "./downloads-plot.tsx";
import { DECIDER_WORDS } from "./standing-words.tsx";

type Item = SkillHistory["items"][number];

const RANKS: Partial<Record<string, number>> = { experimental: 0, community: 1, verified: 2 };

/** How much a skill is used, and what happened to its versions. */
export function HistoryTab(props: {
  version: Version;
  downloads: SkillDownloads | null;
  history: SkillHistory | null;
}) {
  const items = props.history?.items ?? [];
  return (
    <section class="tab" aria-labelledby="history">
      <h2 id="history">History</h2>
      <h3>Downloads</h3>
      {props.downloads === null ? (
        <p class="empty">This registry shows no downloads.</p>
      ) : (
        <DownloadsPlot downloads={props.downloads} />
      )}
      <h3>What happened</h3>
      {items.length === 0 ? (
        <p class="empty">Nothing has been published yet.</p>
      ) : (
        <ol class="history">
          {items.map((item) => (
            <li>
              <Day at={item.at} />
              <p>
                <a href={skillAddress(props.version.name, item.version)}>{item.version}</a> {eventWords(item)}
                {item.reason === null ? null : (
                  <>
                    : <q dir="auto">{shortText(item.reason, 400)}</q>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function eventWords({ event, from, to, by }: Item): Child {
  const decider = DECIDER_WORDS[by];
  switch (event) {
    case "publish":
      return "was published";
    case "tier": {
      const [before, after] = [from ?? "experimental", to ?? "experimental"];
      if ((RANKS[after] ?? 0) > (RANKS[before] ?? 0))
        return after === "verified" ? "was audited, and is verified" : `rose from ${before} to ${after}`;
      return `fell from ${before} to ${after}, by ${by === "registry" ? "this registry" : decider}`;
    }
    case "yank":
      return `was yanked by ${decider}`;
    case "unyank":
      return "is no longer yanked";
    case "quarantine":
      return `was quarantined by ${decider}`;
    case "release":
      return "was released from quarantine by an admin of this registry";
    case "purge":
      return `was purged by ${decider}`;
  }
}
