import { plain, type Shown, t } from "../terminal/shown-text.ts";
import type { DiagnosedFile } from "./diagnosed-file.ts";

const COMMANDS: Record<string, string> = { error: "error", warning: "warning", info: "notice" };

/** One diagnostic as a GitHub workflow command, `::error file=…,line=…,col=…,title=…::message`. */
export function githubAnnotation({ diagnostic, path }: DiagnosedFile): Shown {
  const { severity, code, line, column, message, hint } = diagnostic;
  const command = (Object.hasOwn(COMMANDS, severity) ? COMMANDS[severity] : undefined) ?? "notice";
  const properties = [
    `file=${asProperty(path)}`,
    ...(line === null ? [] : [`line=${line}`]),
    ...(line === null || column === null ? [] : [`col=${column}`]),
    `title=${asProperty(code)}`,
  ];
  return t`::${command} ${properties.join(",")}::${asData(hint === null ? message : `${message} ${hint}`)}`;
}

// Cleaned first: what is escaped afterwards holds no line end, so that no text begins a command of its own.
const asData = (text: string): string =>
  plain(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const asProperty = (text: string): string => asData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
