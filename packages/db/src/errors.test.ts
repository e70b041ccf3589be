import { expect, test } from "vitest";
import { DatabaseError, unavailableReason } from "./errors.ts";

const shut = (cause: unknown) => new DatabaseError("unavailable", "The database does not answer.", { cause });

test("the reason is the server's, with its code, wherever it stands in the causes", () => {
  const server = Object.assign(new Error('database "x" does not exist'), { code: "3D000", severity: "FATAL" });
  expect(unavailableReason(shut(new Error("query failed", { cause: server })))).toBe(
    'database "x" does not exist (3D000)',
  );
});

test("of a name with several addresses it is the reason of each", () => {
  const refused = ["::1", "127.0.0.1"].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  const text = "connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432";
  // As Node has it: the sum of them has no message of its own.
  expect(unavailableReason(shut(new AggregateError(refused)))).toBe(text);
});

test("where nobody says why, there is none", () => {
  expect(unavailableReason(shut(undefined))).toBeNull();
  expect(unavailableReason(shut(new Error("")))).toBeNull();
});
