import type { MessagePort } from "node:worker_threads";
import type { Language, SyntaxProblem } from "@gaia/syntax";
import type { PythonOutline } from "./python-outline.ts";

/** What the parsing thread is asked. */
export interface ParseRequest {
  id: number;
  /** `outline` is for Python alone; `check` looks for syntax errors. */
  task: "outline" | "check";
  language: Language;
  text: string;
  timeLimitMs: number;
}

/** Nothing could be said: the text is over a limit, or the parser gave up on it. */
export interface Unread {
  status: "unread";
  reason: string;
}

export type CheckResult = { status: "read"; problem: SyntaxProblem | null } | Unread;
export type OutlineResult = { status: "read"; problem: SyntaxProblem | null; outline: PythonOutline } | Unread;

/** What it answers. After `isFinal` the thread is not asked again: its memory is not to be trusted. */
export interface ParseReply {
  id: number;
  result: CheckResult | OutlineResult;
  /** What the thread used for it. */
  cpuMs: number;
  isFinal: boolean;
}

/** Given to the thread when it starts; `signal[0]` counts its messages. */
export interface ParseThreadData {
  signal: Int32Array;
  port: MessagePort;
  /** Pages of 64 KiB that the grammars' memory may have. */
  memoryPages: number;
}
