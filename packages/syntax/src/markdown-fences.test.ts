import { expect, test } from "vitest";
import { closesFence, openedFence } from "./markdown-fences.ts";

test("a fence opens at the margin, and for who reads leniently behind quotes and lists too", () => {
  for (const line of ["```bash", "   ~~~~ x", "~~~ a `tilde` fence may say this", "```\r"]) {
    expect(openedFence(line, "margin"), line).not.toBeNull();
    expect(openedFence(line, "anywhere"), line).not.toBeNull();
  }
  for (const line of ["> ```sh", "  - ```sh", "12) ~~~", "\t```", "        ```"]) {
    expect(openedFence(line, "margin"), line).toBeNull();
    expect(openedFence(line, "anywhere"), line).not.toBeNull();
  }
  for (const line of ["``` code in a line ```", "``", "text ```", ""]) {
    expect(openedFence(line, "anywhere"), line).toBeNull();
  }
  expect(openedFence("~~~~ py title=`x`", "margin")).toEqual({ fence: "~~~~", info: " py title=`x`", column: 0 });
});

test("the same mark, as often or more often, closes it and nothing else does", () => {
  expect(["```", "````", "  ```  ", "```\r"].filter((line) => !closesFence(line, "```", "margin"))).toEqual([]);
  expect(["``", "~~~", "``` x", "    ```", "> ```"].filter((line) => closesFence(line, "```", "margin"))).toEqual([]);
  expect(["    ```", "> ```"].filter((line) => !closesFence(line, "```", "anywhere"))).toEqual([]);
  // In a list the opening one stands deeper, and its closing one may, too.
  expect(openedFence("  - ```sh", "anywhere")?.column).toBe(4);
  expect(["   ```", "       ```", "\t```"].filter((line) => !closesFence(line, "```", "anywhere", 4))).toEqual([]);
  expect(["    ```", "\t```"].filter((line) => closesFence(line, "```", "anywhere", 0))).toEqual([]);
});
