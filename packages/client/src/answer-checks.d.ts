import type { AnswerCheck } from "./checked-answers.ts";

/** By operation (`GET /skills/{name}`) and status: the check of the body, the media type of a text, null for bytes. */
export const ANSWER_CHECKS: Record<string, Record<number, AnswerCheck | "text/plain" | null>>;
export const PROBLEM_CHECK: AnswerCheck;
