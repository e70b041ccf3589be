import { shortText } from "../plain-text.ts";
import { CODE_CLASSES, type CodeLine } from "./code-lines.ts";

/** A line of code, by its parts where they are known; a long one is cut and plain. */
export function CodeText({ text, parts, limit }: { text: string; parts: CodeLine | undefined; limit: number }) {
  if (parts === undefined || text.length > limit) return <>{shortText(text, limit)}</>;
  return (
    <>
      {parts.map(({ kind, text: part }) => {
        const name = CODE_CLASSES[kind];
        return name ? <span class={name}>{part}</span> : part;
      })}
    </>
  );
}
