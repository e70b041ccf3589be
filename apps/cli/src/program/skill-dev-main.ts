import { runProgram } from "./run-program.ts";
import { skillDevCommand } from "./skill-dev.ts";

await runProgram(skillDevCommand);
