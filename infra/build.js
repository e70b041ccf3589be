// Builds what needs building (apps/web), quietly: plain JavaScript, because it also runs where types are not stripped.
import { spawnSync } from "node:child_process";

const built = spawnSync("turbo", ["run", "build", "--output-logs=errors-only", "--log-order=stream"], {
  encoding: "utf8",
  shell: process.platform === "win32",
  // The build tool asks nobody and tells nobody.
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" },
});
if (built.status !== 0) {
  process.stderr.write(`${built.stdout ?? ""}${built.stderr ?? ""}${built.error ? `${built.error.message}\n` : ""}`);
  process.exit(1);
}
