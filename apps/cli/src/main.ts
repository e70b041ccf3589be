import { CommanderError } from "commander";
import { gaiaCommand } from "./command-line.ts";
import { EXIT } from "./failures.ts";
import { plainJson } from "./shown-text.ts";

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? process.exitCode : EXIT.unexpected);
});

process.exitCode = EXIT.ok;
try {
  await gaiaCommand((code) => {
    process.exitCode = code;
  }).parseAsync(process.argv);
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // commander has said what is wrong; asking for help is no mistake.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error.exitCode !== 0 && process.argv.includes("--json"))
    process.stdout.write(
      `${plainJson({ type: "about:blank", title: "usage", status: null, detail: error.message, code: "usage" })}\n`,
    );
}
