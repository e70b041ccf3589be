import { readdir } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { describeWith } from "../../../../../test/harness/describe-with.ts";
import { file, manifestText, serveRelease } from "../../../test/fake-release.ts";
import type { McpSession } from "../../../test/mcp-client.ts";
import { type ServedHome, servedHomes, type ServedHomes } from "../../../test/served-home.ts";

const TOOLS = `from gaia.agents.base.tools import tool
import sys, time, urllib.request

@tool
def greet(name: str) -> dict:
    """Does as it is told."""
    if name == "loud":
        print('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}')
        sys.stdout.flush()
    if name == "huge":
        return {"text": "x" * 3_000_000}
    if name == "slow":
        time.sleep(600)
    if name == "net":
        urllib.request.urlopen("http://example.com/", timeout=5)
    return {"message": "Hello, " + name}
`;

await describeWith("bubblewrap", "tools of installed skills, called by an MCP client", () => {
  let homes: ServedHomes;
  let at: ServedHome;
  let session: McpSession;
  const greet = (name: string, options: Parameters<McpSession["client"]["callTool"]>[1] = {}) =>
    session.client.callTool({ name: "tools__greet", arguments: { name } }, options);

  beforeAll(async () => {
    homes = await servedHomes();
    const files = [file("SKILL.md", manifestText({ name: "tools", version: "1.0.0" })), file("tools.py", TOOLS)];
    await serveRelease(homes.fake, { name: "tools", tier: "experimental", files });
  });
  beforeEach(async () => {
    at = await homes.fresh();
    expect(await at.home.run(["install", "tools", "--allow-experimental"])).toMatchObject({ code: 0 });
    session = await at.connected();
  });
  afterEach(() => at.remove());
  afterAll(() => homes.close());

  test("answer as text and as data; what they print is no part of the protocol; a missing permission is named", async () => {
    expect(await greet("Ada")).toMatchObject({
      content: [{ type: "text", text: '{"message":"Hello, Ada"}' }],
      structuredContent: { message: "Hello, Ada" },
    });
    expect((await greet("loud")).structuredContent).toEqual({ message: "Hello, loud" });
    expect(session.told).not.toContain("notifications/tools/list_changed");
    expect(await greet("huge")).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "output_too_large" } },
    });
    expect(await greet("net")).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("missing permission network:read") }],
      structuredContent: { error: { permission: expect.stringMatching(/^network:read/) } },
    });
    const none = await session.client.callTool({ name: "tools__greet", arguments: {} });
    expect(none).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_input" } } });
  });

  test("a tool that never ends is ended by its client, and by taking its skill away", async () => {
    // A run's own files are there as long as it is: it would sleep for ten minutes.
    const runs = async () => (await readdir(at.home.dir)).filter((name) => name.startsWith("gaia-run-")).length;
    const gaveUp = new AbortController();
    const slow = greet("slow", { signal: gaveUp.signal });
    const ended = expect(slow).rejects.toThrow();
    await expect.poll(runs).toBe(1);
    gaveUp.abort();
    await ended;
    await expect.poll(runs).toBe(0);
    const other = greet("slow");
    await expect.poll(runs).toBe(1);
    expect(await at.home.run(["remove", "tools"])).toMatchObject({ code: 0 });
    expect(await other).toMatchObject({ isError: true, structuredContent: { error: { code: "withdrawn" } } });
    await vi.waitFor(() => expect(session.told).toContain("notifications/tools/list_changed"), { timeout: 10_000 });
  });
});
