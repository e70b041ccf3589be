import type { Child } from "hono/jsx";
import { Mark } from "./marks.tsx";

export type Tone = "block" | "review" | "experimental" | "unscanned" | "allow";
export type NoticeShape = "octagon" | "triangle" | "flask" | "circle" | "shield";

/** A line above a page with a mark and a word of its own, never colour alone. */
export function Notice(props: { tone: Tone; shape: NoticeShape; title: Child; children?: Child }) {
  const sign = { octagon: "bar", triangle: "alarm", flask: "level", circle: "alarm", shield: "check" } as const;
  return (
    <div class={`notice ${props.tone}`}>
      <Mark shape={props.shape} sign={sign[props.shape]} tone={props.tone} />
      <p>
        <b>
          {props.title}
          {typeof props.title === "string" && /[?!]$/.test(props.title) ? "" : "."}
        </b>{" "}
        {props.children}
      </p>
    </div>
  );
}
