import { setShippedBeside, VERSION } from "../failures/invocation.ts";

const words = process.argv.slice(2);
// Who asks for nothing but the version waits for nothing else to be read.
if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) console.log(VERSION);
else {
  setShippedBeside(new URL("./registry.json", import.meta.url));
  const { addNewerNode } = await import("./newer-node.ts");
  addNewerNode();
  const { gaiaSkillCommand } = await import("./command-line.ts");
  const { runProgram } = await import("./run-program.ts");
  await runProgram(gaiaSkillCommand);
}
