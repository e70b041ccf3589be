import type { Socket } from "node:net";

/** How a job ended, as its keeper said; `exitCode` null: it said nothing of use. */
export interface KeeperEnd {
  exitCode: number | null;
  /** Why not, and whether that is the machine's, which lets nobody make namespaces there. */
  why: string;
  isConfinable: boolean;
  /** The program was started, inside. */
  hasBegun: boolean;
}

/** What the keeper of a job says (`warm-parent.py`): nothing comes from the program that it keeps. */
export interface Keeper {
  listen(control: Socket): void;
  /** Tells it to end what it keeps. */
  leave(): void;
  giveUp(why: string): void;
  readonly hasBegun: boolean;
  readonly end: Promise<KeeperEnd>;
}

const MOST_TOLD_BYTES = 1_000;

/** Each line is of one of three forms, in this order; anything else is no end. */
export function followKeeper(onBegun: () => void): Keeper {
  const { promise: end, resolve } = Promise.withResolvers<KeeperEnd>();
  let hasBegun = false;
  let heard = "";
  let control: Socket | null = null;
  let hasLeft = false;
  const over = (exitCode: number | null, why: string, isConfinable = true): void =>
    resolve({ exitCode, why, isConfinable, hasBegun });
  const hear = (line: string): void => {
    const code = /^ended (\d{1,3})$/.exec(line)?.[1];
    const failure = /^failed ([\w:/.-]{1,80} \d{1,4})$/.exec(line)?.[1];
    if (line === "confined" && !hasBegun) {
      hasBegun = true;
      onBegun();
    } else if (code !== undefined && hasBegun && Number(code) < 256) over(Number(code), "");
    else if (failure !== undefined && !hasBegun) over(null, failure, false);
    else over(null, "it answered nonsense");
  };
  return {
    listen(socket) {
      control = socket;
      socket.on("data", (chunk: Buffer) => {
        heard += chunk.toString("latin1");
        if (heard.length > MOST_TOLD_BYTES) over(null, "it answered nonsense");
        const lines = heard.split("\n");
        heard = lines.pop() ?? "";
        for (const line of lines) hear(line);
      });
      socket.once("close", () => over(null, "it ended without a word"));
      socket.resume();
      if (hasLeft) socket.end();
    },
    leave() {
      hasLeft = true;
      // One that has not come yet finds nobody when it does.
      if (control === null) over(null, "it never came");
      else control.end();
    },
    giveUp: (why) => over(null, why),
    get hasBegun() {
      return hasBegun;
    },
    end,
  };
}
