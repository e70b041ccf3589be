import { routes } from "@gaia/web";
import { expect, test } from "vitest";
import { everyForm, everyPage, LED_AWAY } from "../harness/every-page.ts";

/** An asset, and a stream of events. */
const NO_PAGES = ["/assets/:file", "/skills/:name/:version/scan-events"];

test("every row of the tables of pages has an address that the suites in a browser look at", () => {
  const paths = everyPage().map(({ path }) => path.replace(/\?.*/, ""));
  const rows = routes.filter(
    ({ method, path }) => method === "GET" && !LED_AWAY.includes(path) && !NO_PAGES.includes(path),
  );
  expect(rows.length).toBeGreaterThan(50);
  for (const { path } of rows) {
    const pattern = path
      .replaceAll(/:\w+(?:\{\.\+\})?/g, "*")
      .replaceAll(".", "\\.")
      .replaceAll("*", "[^?]+");
    expect(
      paths.some((one) => new RegExp(`^${pattern}$`).test(one)),
      path,
    ).toBe(true);
  }
  expect(everyForm().length).toBeGreaterThan(25);
});
