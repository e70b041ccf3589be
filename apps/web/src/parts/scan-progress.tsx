import type { Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";

const STATE_WORDS = {
  waiting: "waits",
  running: "is looking",
  completed: "is done",
  unscanned: "could not look",
} as const;

/** Whether the scanners have not finished with a version. */
export const isPending = ({ status }: Version): boolean => status === "received" || status === "inspecting";

/** How far the scan of a version is. The script hears of each step, or asks again; without it the page loads itself anew. */
export function ScanProgress({ version }: { version: Version }) {
  if (!isPending(version)) return null;
  const { name, version: number, progress } = version;
  const at = `/api/v1/skills/${encodeURIComponent(name)}/${encodeURIComponent(number)}`;
  return (
    <scan-progress events={`${skillAddress(name, number)}/scan-events`} src={at} status={version.status}>
      <section class="scan-progress" aria-labelledby="scan-progress">
        <h2 id="scan-progress">The scan</h2>
        {!progress ? (
          <p>It waits for its turn.</p>
        ) : (
          <ul>
            {progress.scanners.map((scanner) => (
              <li data-scanner={scanner.name} class={scanner.status}>
                <span>{scanner.name}</span> <b>{STATE_WORDS[scanner.status]}</b>
              </li>
            ))}
          </ul>
        )}
        <p class="hint" role="status">
          This page shows by itself how it goes on. You may close it: the scan goes on, and its verdict comes with your
          notices.
        </p>
      </section>
    </scan-progress>
  );
}
