import type { components } from "@gaia/client";
import { countText, plural, waitText } from "../figures.tsx";
import { Check } from "../parts/check.tsx";
import { Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import type { Page, Visit } from "../visit.ts";

type Status = components["schemas"]["RegistryStatus"];
type Wait = Status["publish_to_verdict"];

/** `/status`: how long verdicts and decisions take, what waits, what looks at versions, and how the log stands. */
export async function statusPage({ api }: Visit): Promise<Page> {
  const status = await ensureData(api.GET("/status"));
  return {
    title: "Status",
    description: "How long verdicts and decisions of this registry take, what waits, and how its log stands.",
    canonical: "/status",
    body: (
      <div class="status">
        <h1>Status</h1>
        <p class="lead">
          How long this registry takes, what waits, and how its log stands. Programs read the same at{" "}
          <a href="/api/v1/status">/api/v1/status</a>.
        </p>
        <Waits status={status} />
        <Scans status={status} />
        <Log log={status.log} />
        <p class="quiet">
          Counted <Moment at={status.counted_at} />, once a minute, over all skills, with those that not everybody may
          see. Server {shortText(status.version, 40)}.
        </p>
      </div>
    ),
  };
}

const WAITS = [
  ["publish_to_verdict", "Publish to verdict", "the scan of a new version"],
  ["hold_to_decision", "Hold to decision", "an admin looks at what a scan held or withheld"],
  ["report_to_decision", "Report to decision", "an admin decides a report"],
] as const;

function Waits({ status }: { status: Status }) {
  const isQuiet = WAITS.every(([what]) => status[what].waiting + status[what].last_30_days.count === 0);
  return (
    <section aria-labelledby="waits">
      <h2 id="waits">Waits</h2>
      {isQuiet ? (
        <p class="empty">Nothing was published here in the last 30 days, so there is no time to tell yet.</p>
      ) : (
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">From, to</th>
              <th scope="col">Waits now</th>
              <th scope="col">Last 7 days</th>
              <th scope="col">Last 30 days</th>
            </tr>
          </thead>
          <tbody>
            {WAITS.map(([what, name, meaning]) => (
              <tr>
                <th scope="row">
                  {name} <span class="quiet">{meaning}</span>
                </th>
                <td data-label="Waits now">
                  <Now wait={status[what]} />
                </td>
                <td data-label="Last 7 days">
                  <Taken times={status[what].last_7_days} />
                </td>
                <td data-label="Last 30 days">
                  <Taken times={status[what].last_30_days} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Now = ({ wait }: { wait: Wait }) => (
  <div>
    {wait.waiting === 0 ? "nothing" : countText(wait.waiting)}
    {wait.oldest === null ? null : (
      <span class="quiet">
        {" "}
        since <Moment at={wait.oldest} />
      </span>
    )}
  </div>
);

function Taken({ times }: { times: Wait["last_7_days"] }) {
  const { count, p50_seconds: half, p95_seconds: most } = times;
  if (half === null || most === null) return <div class="quiet">none ended</div>;
  if (count === 1) {
    return (
      <div>
        {waitText(half)} <span class="quiet">for the only one</span>
      </div>
    );
  }
  return (
    <div>
      {waitText(most)} <span class="quiet">for 95 in 100</span>
      <br />
      {waitText(half)} <span class="quiet">for half of {countText(count)}</span>
    </div>
  );
}

const ADVISORIES: Record<Status["advisories"], string> = {
  reachable: "the service that knows of vulnerable dependencies answers",
  unreachable: "the service that knows of vulnerable dependencies does not answer: dependencies stay unscanned",
  unknown: "the process that answered does not ask the service that knows of vulnerable dependencies",
};

function Scans({ status: { scanners, advisories } }: { status: Status }) {
  const open = scanners?.items.filter((one) => one.status !== "completed") ?? [];
  return (
    <section aria-labelledby="scans">
      <h2 id="scans">Scans</h2>
      <ul class="checks">
        <Check ok={advisories !== "unreachable"} what="Advisories">
          {ADVISORIES[advisories]}
        </Check>
        {scanners === null || scanners.items.length === 0 ? null : (
          <Check ok={open.length === 0} what="Scanners">
            {scanners.items.length - open.length} of {plural(scanners.items.length, "scanner")} finished the last scan
            of a public skill, <Moment at={scanners.inspected_at} />:{" "}
            {scanners.items
              .map(
                ({ name, version, status }) =>
                  `${name} ${version ?? ""}${status === "completed" ? "" : " (unscanned)"}`,
              )
              .map((text) => shortText(text.trim().replace(/ +/g, " "), 80))
              .join(", ")}
          </Check>
        )}
      </ul>
    </section>
  );
}

function Log({ log }: { log: Status["log"] }) {
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      <ul class="checks">
        <Check ok={log.is_one_history} what="One history">
          {log.is_one_history
            ? "nothing is known against it"
            : "storage, database or a witness saw another history: do not rely on this log before its operators explain it"}
        </Check>
        <Check ok={log.signed_at !== null} what="Checkpoint">
          {log.signed_at === null ? (
            "nothing is signed yet"
          ) : (
            <>
              <a href="/log/checkpoint">{plural(log.size, "leaf", "leaves")}</a>, signed <Moment at={log.signed_at} />
              {log.newest_size > log.size
                ? `; a newer one of ${countText(log.newest_size)} waits for its witnesses`
                : ""}
            </>
          )}
          <br />
          <span class="quiet">Key</span> <code class="digest">{shortText(log.key, 400)}</code>
        </Check>
        {log.witnesses.map(({ name, cosigned_size: size, cosigned_at: at }) => (
          <Check ok={size !== null} what={`Witness ${shortText(name, 120)}`}>
            {size === null ? "cosigned none of the last checkpoints" : `cosigned ${plural(size, "leaf", "leaves")}`}
            {at === null ? null : (
              <>
                , <Moment at={at} />
              </>
            )}
          </Check>
        ))}
      </ul>
      {log.witnesses.length > 0 ? null : (
        <p class="quiet">No witness cosigns this log: that it shows one history to everybody is the registry’s word.</p>
      )}
    </section>
  );
}
