import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import type { Browser as Person } from "./people.ts";

/** A real Chromium for one suite, and what its pages did that no page of ours does. */
export interface Chromium {
  /** A context of its own cookies and cache; signed in as somebody whose cookies are given. */
  context(options?: BrowserContextOptions & { as?: Person }): Promise<BrowserContext>;
  /** Addresses of other hosts that were asked. */
  foreign: string[];
  /** Errors of the console, uncaught ones, and dialogs. */
  complaints: string[];
  close(): Promise<void>;
}

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** So long a page may take to answer or to be clicked: a busy machine is no defect of it. */
const PATIENCE_MS = 90_000;

/**
 * Starts it. `home`: the origin of the registry; the two lists tell of every context. `keepsPages`: as people's do, it keeps
 * pages as they are for its back button; Playwright turns that off.
 */
export async function startChromium(
  executablePath: string,
  home: string,
  { keepsPages = false } = {},
): Promise<Chromium> {
  const browser: Browser = await chromium.launch({
    executablePath,
    headless: true,
    args: ARGS,
    ...(keepsPages && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
  });
  const foreign: string[] = [];
  const complaints: string[] = [];
  return {
    foreign,
    complaints,
    async context({ as, ...options } = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      context.on("request", (request) => {
        if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).origin !== home)
          foreign.push(request.url());
      });
      context.on("console", (message) => {
        // A page that says why there is nothing else is an error to the browser alone.
        if (message.type() === "error" && !/^Failed to load resource: .* 40[34] /.test(message.text()))
          complaints.push(`${message.page()?.url() ?? ""} ${message.text()}`);
      });
      context.on("weberror", (error) => complaints.push(`${error.page()?.url() ?? ""} ${error.error().message}`));
      context.on("dialog", (dialog) => {
        complaints.push(`${dialog.page()?.url() ?? ""} a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      if (as !== undefined) await context.addCookies(cookiesOf(as, home));
      return context;
    },
    close: () => browser.close(),
  };
}

/** What somebody's browser keeps, as Playwright takes it. */
export const cookiesOf = ({ cookies }: Person, url: string): { name: string; value: string; url: string }[] =>
  [...cookies].map(([name, value]) => ({ name, value, url }));
