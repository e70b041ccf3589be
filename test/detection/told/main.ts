import { parseArgs } from "node:util";
import { measurePublished } from "./measure-published.ts";
import { measureTold } from "./measure.ts";

// `npm run bench:told`: how much of what 200 pairs newly tell is found, and how many of the reworded ones are silent; with `-- --published`
// the same of 100 pairs of versions that others published, which are fetched. docs/detection.md says how these were chosen and labelled.

const { values: options } = parseArgs({ options: { published: { type: "boolean", default: false } } });
const share = (part: number, of: number): string =>
  `${part} of ${of} (${((100 * part) / Math.max(of, 1)).toFixed(1)} %)`;
const say = (...lines: string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));

if (options.published) {
  for (const each of await measurePublished()) {
    const { half, pairs, labelled, shown, quiet, silent, missed, noisy } = each;
    say(
      `${half}, ${pairs} pairs:`,
      `  newly told, shown: ${share(labelled - missed.length, labelled)}`,
      `  shown and not newly told: ${share(noisy.length, shown)}`,
      `  pairs that tell nothing new, silent: ${share(silent, quiet)}`,
      ...missed.map((one) => `  missed ${one}`),
      ...noisy.map((one) => `  noisy ${one}`),
    );
  }
} else {
  const { added, found, reworded, silent, missed, noisy } = await measureTold();
  say(`newly told, found: ${share(found, added)}`, `reworded, silent: ${share(silent, reworded)}`);
  say(...missed.map((one) => `missed ${one}`), ...noisy.map((one) => `noisy ${one}`));
}
