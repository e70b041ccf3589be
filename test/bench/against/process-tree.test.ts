import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { cpuOfTree, residentOfTree } from "./process-tree.ts";

/** Uses so much CPU time, by its own count. */
const BURNT_MS = 300;
const BURN = `while (process.cpuUsage().user < ${BURNT_MS * 1_000});`;
const HELD_MIB = 64;

test.runIf(process.platform === "linux")(
  "what a process used and holds is told with its children: of those that ended their time, of those that live their memory",
  async () => {
    const child = spawn(process.execPath, [
      "-e",
      `const { spawn, spawnSync } = require("node:child_process");
       spawnSync(process.execPath, ["-e", ${JSON.stringify(BURN)}]);
       const held = "const held = Buffer.alloc(${HELD_MIB} << 20, 1); console.log(held.length); setInterval(() => held, 1e6);";
       const holder = spawn(process.execPath, ["-e", held], { stdio: ["ignore", "pipe", "inherit"] });
       holder.stdout.once("data", () => console.log("holds"));
       process.stdin.resume().once("end", () => { holder.kill("SIGKILL"); process.exit(); });`,
    ]);
    onTestFinished(async () => {
      child.stdin.end();
      await once(child, "exit");
    });
    await once(child.stdout, "data");
    const pid = child.pid ?? 0;
    // The kernel counts in ticks of 10 ms.
    expect(cpuOfTree(pid)).toBeGreaterThan(BURNT_MS - 20);
    const { server, all } = residentOfTree(pid);
    expect(server).toBeGreaterThan(10);
    expect(all - server).toBeGreaterThan(HELD_MIB);
    expect(residentOfTree(process.pid).all).toBeGreaterThan(all);
  },
);
