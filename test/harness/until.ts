import { setTimeout as pause } from "node:timers/promises";

export { pause };

/** Asks until the answer is yes; throws after `timeoutMs`. */
export async function until(question: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error(`it did not come true within ${timeoutMs} ms: ${String(question)}`);
    await pause(25);
  }
}
