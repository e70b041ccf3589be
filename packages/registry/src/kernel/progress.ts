/** How far an inspection has come, for those who wait for it. */
export interface Progress {
  /** 1 for the first. */
  attempt: number;
  scanners: { name: string; status: "waiting" | "running" | "completed" | "unscanned" }[];
  /** What is done beside scanning, or why nothing is; null while the scanners work. */
  note: string | null;
}
