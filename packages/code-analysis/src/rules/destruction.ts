import { inPieces } from "@gaia/reading";
import type { CodeRule } from "../engine/rule.ts";
import { isWholePlace } from "../engine/sensitive-path.ts";
import { HOLE, sourcesOf, type Value } from "../engine/value.ts";
import { isStated, matchEach, ofKind, originsOf, told } from "./matching/matching.ts";

const destruction: CodeRule = {
  id: "code/destruction-user-files",
  severity: "critical",
  confidence: "high",
  title: "The user's files are destroyed",
  rationale: "Deleting or overwriting a home directory, a root or whatever lies below it cannot be undone.",
  hint: "Remove what the skill itself has made, by its path.",
  find: (code) => [
    ...matchEach(code, ["delete-tree"], (event) => {
      const text = event.target.text;
      if (text !== null && text !== "" && isWholePlace(text)) return { detail: `${event.callee} removes ${text}` };
      if (text !== null && SERVED.test(text)) return { detail: `${event.callee} removes ${text}`, severity: "high" };
      const source = ofKind(originsOf(code, [event.target]), "user-files");
      return source === null
        ? null
        : {
            detail: `${event.callee} removes what lies below ${told(source)}`,
            severity: isPicked(event.target) ? "low" : "high",
          };
    }),
    ...matchEach(code, ["delete"], (event) => {
      const source = ofKind(originsOf(code, [event.target]), "user-files");
      return source === null || isPicked(event.target)
        ? null
        : { detail: `${event.callee} removes files below ${told(source)}`, severity: "high" };
    }),
    ...matchEach(code, ["write"], (event) => {
      const below = ofKind(event.target.sources, "user-files");
      const isEmptied = event.callee.endsWith("truncate");
      return below === null ||
        (!isEmptied &&
          !event.inputs.some(
            (value) => isRubbish(value) || isSame(event.target, value, event.options["append"] !== undefined),
          ))
        ? null
        : { detail: `files below ${told(below)} are overwritten or encrypted by ${event.callee}` };
    }),
    ...matchEach(code, ["encrypt"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "user-files");
      return source === null
        ? null
        : {
            detail: `${event.callee} encrypts files below ${told(source)}`,
            severity: isStated(code, /encrypt|backup|vault/i) ? "medium" : "critical",
          };
    }),
  ],
};

/** The same text instead of whatever was found. */
const isSame = (target: Value, content: Value, isAppending: boolean): boolean =>
  !isAppending &&
  content.text !== null &&
  content.text.length > 0 &&
  !content.text.includes(HOLE) &&
  sourcesOf(content).length === 0 &&
  /(?:^|\/)(?:\uFFFC|\*)$/.test(target.text ?? "");

/** What nobody reads again: random bytes, what was encrypted, the same byte over and over, nothing. */
function isRubbish(value: Value): boolean {
  const all = sourcesOf(value);
  if (all.some(({ taint, what }) => taint === "random" || (taint === "decoded" && what === "an exclusive or")))
    return true;
  return (
    value.text !== null &&
    value.type !== "number" &&
    /^(?:([\s\S])\1{0,100000})?\uFFFC?$/.test(value.text) &&
    value.text !== HOLE &&
    !/^[\n\r ]/.test(value.text)
  );
}

/** What the machine's own services keep. */
const SERVED = inPieces(
  "",
  String.raw`^\/(?:var\/(?:lib(?:\/(?:mysql|postgresql|docker|mongodb|redis|elasticsearch|libvirt|containerd|kubelet|`,
  String.raw`rancher))?|backups?|www(?:\/html)?|mail)|srv|etc\/\w{2,20}|System|Applications|Library)\/?$`,
);

/** What people keep, rather than what programs leave behind. */
const VALUED = inPieces(
  "i",
  String.raw`(?:^|\/)\.(?:git|ssh|gnupg|aws|kube|env)$|\.(?:docx?|xlsx?|pptx?|odt|ods|pdf|jpe?g|png|heic|raw|mp4|mov|`,
  String.raw`key|pages|kdbx|wallet|psd|ipynb|tex)$`,
);

/** A walk that looks for one kind of file: caches, droppings. */
const isPicked = ({ text }: Value): boolean =>
  !VALUED.test(text ?? "") &&
  /(?:\.[A-Za-z_]{2,12}|[A-Za-z_]{4,})$/.test((text ?? "").split("/").at(-1) ?? "") &&
  !/^\*+(?:\.\*)?$/.test((text ?? "").split("/").at(-1) ?? "");

const device: CodeRule = {
  id: "code/destruction-device",
  severity: "high",
  confidence: "medium",
  title: "A disk's device is written to",
  rationale: "What is written to a device goes over the files on it.",
  hint: "Work on files.",
  find: (code) =>
    matchEach(code, ["write"], (event) => {
      const isListed = sourcesOf(event.target).some(({ what }) => what === "the machine's disks");
      const isNamed = /^(?:\\\\\.\\|\/\/\.\/)PhysicalDrive|^\/dev\/(?:sd|hd|nvme|xvd|vd|mmcblk|r?disk)\w*$/i.test(
        event.target.text ?? "",
      );
      return (isListed || isNamed) && code.reading.unit.language !== "bash"
        ? { detail: `${event.callee} on a device` }
        : null;
    }),
};

/** What cannot be brought back. */
export const DESTRUCTION: readonly CodeRule[] = [destruction, device];
