import { authDocument, PEOPLE_ROUTES } from "@gaia/api";
import { expect, test } from "vitest";

const operationsOf = (paths: object = {}) =>
  Object.entries<object>({ ...paths }).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );

test("docs/auth.json names each route of `/auth`, and no other", () => {
  const { paths } = authDocument();
  expect(operationsOf(paths).toSorted()).toEqual(
    PEOPLE_ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

test("what is in person says so, and nobody is promised anything by a token", () => {
  const document = JSON.stringify(authDocument());
  expect(document).toContain('"security":[{"session":[]}]');
  expect(document).not.toContain('"bearer"');
});
