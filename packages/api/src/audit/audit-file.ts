import { escapeHidden } from "@gaia/text";
import type { AuditPage, AuditView } from "@gaia/catalog";

export type AuditFormat = "csv" | "ndjson";
export type AuditRows = (page: AuditPage) => Promise<{ items: AuditView[]; next_cursor: string | null }>;

/** So many rows are in memory at once. */
const AT_ONCE = 500;
/** A file that is not taken by then ends: a client that takes a byte now and then holds a connection no longer. */
const LONGEST_MS = 15 * 60_000;
const TYPES = { csv: "text/csv; charset=utf-8; header=present", ndjson: "application/x-ndjson" } as const;
const COLUMNS = ["id", "at", "actor", "action", "target", "request_id", "detail"] as const;

/**
 * A list of the audit log as a file, page by page as the client takes it. Whoever may not read it is told before the first byte; an error
 * after that ends the file where it is, which a client may take for its end.
 * @param read asked for each page, with the rights that there are then
 * @param longestMs how long all of it may take
 */
export async function auditFile(
  format: AuditFormat,
  read: AuditRows,
  longestMs = LONGEST_MS,
): Promise<{ type: string; body: ReadableStream<Uint8Array> }> {
  let page = await read({ limit: AT_ONCE, cursor: null });
  let head = format === "csv" ? `${COLUMNS.join(",")}\r\n` : "";
  const encoder = new TextEncoder();
  const line = format === "csv" ? csvLine : jsonLine;
  let end: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = setTimeout(() => controller.error(new Error("the export took too long")), longestMs).unref();
      },
      cancel: () => clearTimeout(end),
      async pull(controller) {
        const text = head + page.items.map(line).join("");
        head = "";
        if (text !== "") controller.enqueue(encoder.encode(text));
        if (page.next_cursor === null) {
          clearTimeout(end);
          return controller.close();
        }
        page = await read({ limit: AT_ONCE, cursor: page.next_cursor });
      },
    },
    { highWaterMark: 0 },
  );
  return { type: TYPES[format], body };
}

const jsonLine = (row: AuditView): string => `${escapeHidden(JSON.stringify(row))}\n`;

const csvLine = (row: AuditView): string => {
  // Where a spreadsheet's list separator is the semicolon it would begin a cell; in JSON it stands in texts alone.
  const detail = escapeHidden(JSON.stringify(row.detail)).replaceAll(";", String.raw`\u003b`);
  return `${COLUMNS.map((column) => csvCell(column === "detail" ? detail : row[column])).join(",")}\r\n`;
};

/** What a spreadsheet takes for the beginning of a formula; the wide forms count where East Asian text is typed. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The same behind what separates cells or rows where the list separator is not the comma: quotes inside such a cell quote nothing. */
const LATER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A cell as RFC 4180 §2 writes it; one that a spreadsheet would calculate begins with an apostrophe. */
function csvCell(value: string | number | null): string {
  const plain = value === null ? "" : String(value);
  const text = (FORMULA.test(plain) ? `'${plain}` : plain).replaceAll(LATER_FORMULA, "$1'");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
