export type { FailedJob, Handlers, Queue, Urgency, Worker } from "./queue.ts";
