export { QueueError, type QueueErrorCode } from "./queue-error.ts";
export type { FailedJob, Handlers, Job, Queue, Ring, Urgency, Worker, WorkOptions } from "./queue.ts";
