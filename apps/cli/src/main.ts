import { gaiaCommand } from "./program/command-line.ts";
import { runProgram } from "./program/run-program.ts";

await runProgram(gaiaCommand);
