import { persistentPlace } from "../engine/sensitive-path.ts";
import { HOLE, literal, type Source, type Value } from "../engine/value.ts";
import { type Call, sayOf } from "./call.ts";
import { concat, fileKey, fromFolder, join, type Machine, readPath, say } from "./shell-machine.ts";

/** Something is written to a path, or into a connection. */
export function writePath(
  machine: Machine,
  {
    path,
    content,
    append,
    line,
    callee,
  }: { path: Value; content: Value; append: boolean; line: number; callee: string },
): void {
  const text = path.text ?? HOLE;
  const peer = /^\/dev\/(?:tcp|udp)\/([^/]{1,255})/.exec(text)?.[1];
  if (peer !== undefined) {
    say(machine, { act: "send", callee: "/dev/tcp", line, target: literal(peer), inputs: [content] });
    return;
  }
  const target = fromFolder(machine, path);
  say(machine, {
    act: "write",
    callee,
    line,
    target,
    inputs: [persistentPlace(target.text ?? HOLE) === null ? ordinary(content) : content],
    options: append ? { append: literal("true") } : {},
  });
  const before = append ? machine.files.get(fileKey(text)) : undefined;
  machine.files.set(fileKey(text), before === undefined ? content : concat(before, content));
}

/** What was fetched or decoded is judged where it is started (`shell-rules.ts`, `interpreters.ts`), not by being kept. */
function ordinary(content: Value): Value {
  const isForeign = ({ taint }: Source) => taint === "network" || taint === "decoded" || taint === "blob";
  return content.sources.some(isForeign)
    ? { ...content, sources: content.sources.filter((source) => !isForeign(source)) }
    : content;
}

/** The content of files by name, joined. */
export function contentOf(call: Call, paths: readonly Value[]): Value {
  const contents = paths.map((path) => {
    if (path.place !== undefined) return path.place;
    sayOf(call, { act: "read", target: path });
    return readPath(call.machine, path, call.line);
  });
  return join(contents, "");
}
