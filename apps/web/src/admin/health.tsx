import type { components } from "@gaia/client";
import { countText, plural } from "../figures.tsx";
import { Check } from "../parts/check.tsx";
import { Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";

type Health = components["schemas"]["Health"];

/** `/admin/health`: how the process that answers stands. */
export const healthPage = forAdmins(async ({ api }, shown) => {
  const health = await ensureData(api.GET("/admin/health"));
  const { scanners, rescans } = health;
  return adminPage({
    at: "/admin/health",
    title: "Health",
    lead: "As the process that answered you sees it, at this moment. /readyz and /metrics have the same for monitors.",
    ...errorAndStatus(shown),
    children: (
      <>
        <section aria-labelledby="doors">
          <h2 id="doors">Services</h2>
          <ul class="checks">
            {health.doors.map(({ name, problem }) => (
              <Check ok={problem === null} what={name}>
                {problem === null ? "answers" : shortText(problem, 400)}
              </Check>
            ))}
            <Check ok={health.queue_depth !== null} what="work in the queue">
              {health.queue_depth === null ? "the queue does not answer" : plural(health.queue_depth, "job")}
            </Check>
            <Check ok={health.are_changes_heard} what="changes of other processes">
              {health.are_changes_heard ? "heard" : "not heard: kept pages are up to 2 seconds old"}
            </Check>
          </ul>
        </section>
        <section aria-labelledby="scans">
          <h2 id="scans">Scans</h2>
          <ul class="checks">
            <Check ok={scanners.status !== "missing"} what="scanners of this process">
              {scanners.status}
              {scanners.progress === "" ? "" : `: ${shortText(scanners.progress, 400)}`}
            </Check>
            <Check ok={!health.advisories.startsWith("unreachable")} what="advisories">
              {shortText(health.advisories, 400)}
            </Check>
            <Check ok={rescans.paused === 0} what="re-scans">
              {rescans.running} running, <a href="/admin/rescans">{rescans.paused} paused</a>
            </Check>
          </ul>
        </section>
        <Log log={health.log} />
      </>
    ),
  });
});

function Log({ log }: { log: Health["log"] }) {
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      <ul class="checks">
        <Check ok={log.trouble === null} what="one history">
          {log.trouble === null ? "nothing is known against it" : shortText(log.trouble, 600)}
        </Check>
        <Check ok what="signed">
          {plural(log.signed, "leaf", "leaves")}
          {log.signed_at === null ? null : (
            <>
              , <Moment at={log.signed_at} />
            </>
          )}
          ; {countText(log.pending)} pending
        </Check>
        <Check ok={log.shown === log.signed} what="shown">
          {plural(log.shown, "leaf", "leaves")}
          {log.shown === log.signed ? "" : ": the newest tree waits for its witnesses"}
        </Check>
      </ul>
      <h3>Witnesses</h3>
      {log.witnesses.length === 0 ? (
        <p class="empty">
          No witness cosigns the log: LOG_POLICY is not set. Witnesses see that it has one history for everybody.
        </p>
      ) : (
        <ul class="checks">
          {log.witnesses.map(({ name, cosigned, dispute }) => (
            <Check ok={dispute === null && cosigned !== null} what={shortText(name, 120)}>
              {dispute === null
                ? cosigned === null
                  ? "cosigned none of the last checkpoints"
                  : `cosigned ${plural(cosigned, "leaf", "leaves")}`
                : shortText(dispute, 400)}
            </Check>
          ))}
        </ul>
      )}
    </section>
  );
}
