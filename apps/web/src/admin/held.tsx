import type { components } from "@gaia/client";
import type { Shown } from "../deeds/deeds.tsx";
import { plural } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { Notice } from "../parts/banner.tsx";
import { adminPage } from "../showing/admin-page.tsx";
import { Moment } from "../parts/form.tsx";
import { Mark } from "../parts/marks.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { isSkillName, isVersionText, skillAddress } from "../skill-address.ts";
import type { Visit } from "../visit.ts";
import { errorAndStatus, forAdmins } from "./gate.tsx";

type Held = components["schemas"]["HeldVersion"];

export const heldAddress = (name: string, version: string) =>
  `/admin/held/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;

/** Those that were held by the same rules for the same publisher: what is said of one may be said of all. */
export const isAlike = (one: Held, other: Held): boolean =>
  one.publisher === other.publisher &&
  one.state === other.state &&
  (one.rules?.length ?? 0) > 0 &&
  one.rules?.join(" ") === other.rules?.join(" ");

/** `/admin/held`: what is held for review or withheld by a scan, longest first. */
export const heldPage = forAdmins(async (visit, shown: Shown) => {
  const { api, url } = visit;
  const cursor = url.searchParams.get("cursor");
  const contested = url.searchParams.get("contested") === "true";
  const publisher = url.searchParams.get("publisher") ?? "";
  const only = { ...(contested && { contested: "true" as const }), ...(publisher !== "" && { publisher }) };
  const query = { limit: 50, ...only, ...(cursor !== null && { cursor }) };
  const list = await ensureData(api.GET("/admin/held", { params: { query } }));
  const signers = await ensureData(api.GET("/admin/signer-changes", { params: { query: { limit: 50 } } }));
  return adminPage({
    at: "/admin/held",
    title: "Held and withheld",
    lead: "What a scan holds for review, and what it withholds, longest first.",
    ...errorAndStatus(shown),
    note: <Cleared visit={visit} />,
    children: (
      <>
        <p>
          {contested ? <a href="/admin/held">All of them</a> : <a href="/admin/held?contested=true">Contested alone</a>}
        </p>
        {list.items.length === 0 ? <p class="empty">No version waits for an admin.</p> : null}
        <ol class="rows">
          {list.items.map((one) => (
            <li>
              <HeldRow one={one} alike={list.items.filter((other) => other !== one && isAlike(one, other)).length} />
            </li>
          ))}
        </ol>
        {list.next_cursor === null ? null : (
          <p>
            <a rel="next" href={`/admin/held?${new URLSearchParams({ ...only, cursor: list.next_cursor })}`}>
              Newer ones
            </a>
          </p>
        )}
        {signers.items.length === 0 ? null : <ChangedSigners items={signers.items} />}
      </>
    ),
  });
});

function HeldRow({ one, alike }: { one: Held; alike: number }) {
  const [leading] = one.findings;
  const isHeld = one.state === "held";
  return (
    <article class="row">
      <h2>
        <a href={heldAddress(one.name, one.version)}>
          {one.name} {one.version}
        </a>{" "}
        <span class={`marked row-title ${isHeld ? "review" : "block"}`}>
          <Mark shape={isHeld ? "triangle" : "octagon"} sign={isHeld ? "alarm" : "bar"} tone="" />{" "}
          {isHeld ? "Held for review" : "Withheld"}
        </span>
        {one.contest?.status === "open" ? <span class="note">contested</span> : null}
      </h2>
      <p class="row-sentence" dir="auto">
        {defanged(shortText(leading?.message ?? one.reason, 300))}
        {leading?.file ? (
          <>
            {" "}
            <code>
              {shortText(leading.file, 120)}
              {leading.line === null ? "" : `:${leading.line}`}
            </code>
          </>
        ) : null}
      </p>
      <p class="hint">
        {one.publisher} · since <Moment at={one.since} />
        {alike === 0 ? null : ` · ${plural(alike, "other")} alike`}
        {one.cannot_decide ? " · not yours to decide" : ""}
      </p>
    </article>
  );
}

/** What came of clearing several: the address names those that were left out. */
function Cleared({ visit: { url } }: { visit: Visit }) {
  const count = Number(url.searchParams.get("cleared") ?? "0");
  const left = url.searchParams.getAll("left").flatMap((text) => {
    const [name = "", version = ""] = text.split("@");
    return isSkillName(name) && isVersionText(version) ? [{ name, version }] : [];
  });
  if (!(count > 0 && count <= 100) && left.length === 0) return null;
  return (
    <div role="status">
      <Notice tone="allow" shape="shield" title={count > 0 ? `${plural(count, "version")} cleared` : "None cleared"}>
        {left.length === 0 ? (
          "Each has its own row in the audit log."
        ) : (
          <>
            Left out, because another inspection or state counts by now:{" "}
            {left.map(({ name, version }) => (
              <>
                <a href={heldAddress(name, version)}>
                  {name} {version}
                </a>{" "}
              </>
            ))}
          </>
        )}
      </Notice>
    </div>
  );
}

function ChangedSigners({ items }: { items: components["schemas"]["SignerChangeList"]["items"] }) {
  return (
    <section aria-labelledby="signers">
      <h2 id="signers">Changed signers</h2>
      <p class="hint">
        The publisher confirms who signed; an admin may do it for them:{" "}
        <code>gaia-skill confirm-signer NAME@VERSION</code>.
      </p>
      <ul class="entries">
        {items.map(({ name, version, publisher, since }) => (
          <li>
            <span>
              <a href={skillAddress(name, version, "trust")}>
                {name} {version}
              </a>{" "}
              of {publisher}
            </span>
            <span class="hint">
              since <Moment at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
