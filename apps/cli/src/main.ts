import { gaiaCommand } from "./command-line.ts";
import { runProgram } from "./run-program.ts";

await runProgram(gaiaCommand);
