import { measureTold } from "./measure.ts";

// `npm run bench:told`: how much of what 200 pairs newly tell is found, and how many of the reworded ones are silent.
const { added, found, reworded, silent, missed, noisy } = await measureTold();
const share = (part: number, of: number): string => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
process.stdout.write(`newly told, found: ${share(found, added)}\nreworded, silent: ${share(silent, reworded)}\n`);
for (const each of [...missed.map((one) => `missed ${one}`), ...noisy.map((one) => `noisy ${one}`)])
  process.stdout.write(`${each}\n`);
