export { QueueError, type QueueErrorCode } from "./queue-error.ts";
export type { FailedJob, Handlers, Job, Queue, Ring, Worker, WorkOptions } from "./queue.ts";
