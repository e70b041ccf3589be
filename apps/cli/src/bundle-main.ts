import { isMainThread } from "node:worker_threads";

// The bundle is one file: the thread that parses is started with it too.
if (isMainThread) {
  const { addNewerNode } = await import("./newer-node.ts");
  addNewerNode();
  const { gaiaSkillCommand } = await import("./command-line.ts");
  const { runProgram } = await import("./run-program.ts");
  await runProgram(gaiaSkillCommand);
} else await import("@gaia/manifest/parse-thread");
