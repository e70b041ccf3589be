import { expect, test } from "vitest";
import { terminalPage } from "../demo/terminal-page.ts";

const shown = (screen: string): string => {
  const page = terminalPage([{ typed: "gaia-skill search <x>", screen }]);
  return /<pre>(.*)<\/pre>/s.exec(page)?.[1] ?? "";
};

test("a terminal's colours become spans that all end, and its text is escaped", () => {
  const page = shown("\u001b[1mlog-\u001b[32msummary\u001b[39m\u001b[22m <b> & more\r\n");
  expect(page).toContain("gaia-skill search &lt;x&gt;");
  expect(page).toContain('<span class="bold">log-<span class="green">summary</span></span> &lt;b&gt; &amp; more');
});

test("what was drawn over on a line is gone", () => {
  expect(shown("asking …\r\u001b[2Kasked\r\nnext\r\n")).toMatch(/\nasked\nnext\n$/);
});
