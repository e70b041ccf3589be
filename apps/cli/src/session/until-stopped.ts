/** Waits for Ctrl-C or a request to end. A second signal ends the process at once, as without us. */
export const untilStopped = (): Promise<void> =>
  new Promise((stopped) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped());
  });
