/** How far the scanners of this process are. */
interface ScannerState {
  /** `unused`: nothing has asked for them, as in a process that inspects nothing. `missing`: the next who asks tries again. */
  status: "unused" | "installing" | "ready" | "missing";
  /** What is being done, or why they are missing; empty otherwise. */
  progress: string;
}

export interface ScannerStates {
  now(): ScannerState;
  set(state: ScannerState): void;
  /** Calls `told` with what is, and with each change. */
  watch(told: (state: ScannerState) => void): void;
}

export function scannerStates(): ScannerStates {
  let current: ScannerState = { status: "unused", progress: "" };
  const watchers: ((state: ScannerState) => void)[] = [];
  return {
    now: () => current,
    set(state) {
      current = state;
      for (const told of watchers) told(state);
    },
    watch(told) {
      watchers.push(told);
      told(current);
    },
  };
}
