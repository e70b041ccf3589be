import { describe } from "vitest";
import { startTestRegistry } from "../harness/registry.ts";
import { describeScaled } from "../harness/scaled.ts";
import { startScaled, walk } from "../harness/whole-walk.ts";

describe("publish, scan, sign, promote, search, download: embedded", () => walk(startTestRegistry));
await describeScaled("publish, scan, sign, promote, search, download: one api and two workers", (form) =>
  walk(async () => startScaled(await form.environment())),
);
