import { ApiProblem } from "./fake-meilisearch-rules.ts";

interface FakeTask {
  uid: number;
  batchUid: number | null;
  indexUid: string;
  status: "enqueued" | "processing" | "succeeded" | "failed";
  type: string;
  canceledBy: null;
  error: object | null;
  duration: string | null;
  enqueuedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** The task queue: one task after the other, each enqueued, then processing, then succeeded or failed. */
export function fakeTasks() {
  const tasks: FakeTask[] = [];
  const waiting: { task: FakeTask; run: () => void }[] = [];
  let paused = false;
  let busy = false;
  const turn = (): void => {
    if (paused || busy) return;
    const next = waiting.shift();
    if (next === undefined) return;
    busy = true;
    Object.assign(next.task, { status: "processing", startedAt: new Date().toISOString(), batchUid: next.task.uid });
    setTimeout(() => {
      finish(next.task, next.run);
      busy = false;
      turn();
    }, 2);
  };
  return {
    add({ indexUid, type, run }: { indexUid: string; type: string; run: () => void }): object {
      const enqueuedAt = new Date().toISOString();
      const unfinished = {
        batchUid: null,
        canceledBy: null,
        error: null,
        duration: null,
        startedAt: null,
        finishedAt: null,
      };
      const task: FakeTask = { uid: tasks.length, indexUid, status: "enqueued", type, enqueuedAt, ...unfinished };
      tasks.push(task);
      waiting.push({ task, run });
      setTimeout(turn, 1);
      return { taskUid: task.uid, indexUid, status: "enqueued", type, enqueuedAt };
    },
    get(uid: number): object {
      const task = tasks[uid];
      if (task === undefined) throw new ApiProblem("task_not_found", `Task \`${uid}\` not found.`);
      return task;
    },
    setPaused(value: boolean): void {
      paused = value;
      turn();
    },
  };
}

function finish(task: FakeTask, run: () => void): void {
  try {
    run();
    task.status = "succeeded";
  } catch (error) {
    task.status = "failed";
    task.error = error instanceof ApiProblem ? error.body : new ApiProblem("internal", String(error)).body;
  }
  task.finishedAt = new Date().toISOString();
  task.duration = "PT0.002S";
}
