import type { CodeRule } from "../engine/rule.ts";
import { matchEach, ofKind, originsOf, pathsIn, told } from "./matching/matching.ts";

const shellcode: CodeRule = {
  id: "code/execution-native-code",
  severity: "high",
  confidence: "medium",
  title: "Machine code is put into memory and started",
  rationale: "Bytes that are copied into executable memory pass by every check of files.",
  hint: "Ship a library as source, or depend on a published package.",
  find: (code) =>
    matchEach(code, ["evaluate"], (event) => {
      if (!event.callee.startsWith("ctypes.")) return null;
      const others = code.reading.events.map(({ callee }) => callee).join();
      const isStarted = /VirtualAlloc|CreateThread|CFUNCTYPE/.test(others);
      // A function whose address lies in memory that was made to be run.
      if (
        /FUNCTYPE\(\)$|^ctypes\.cast$/.test(event.callee) &&
        /PROT_EXEC|mprotect|VirtualProtect|VirtualAlloc/.test(others)
      )
        return { detail: `${event.callee} in memory that may be run` };
      if (
        /WriteProcessMemory|CreateRemoteThread|NtWriteVirtualMemory/.test(event.callee) ||
        (isStarted && /RtlMoveMemory|memmove/.test(event.callee))
      )
        return { detail: event.callee };
      const source = ofKind(originsOf(code, event.inputs), "blob", "decoded", "network");
      return source === null ? null : { detail: `${event.callee} with ${told(source)}` };
    }),
};

const memoryProgram: CodeRule = {
  id: "code/execution-memory-program",
  severity: "high",
  confidence: "high",
  title: "A program is started that lies in memory alone",
  rationale: "What was never a file is seen by nobody who looks at files.",
  hint: "Start programs by their path.",
  find: (code) =>
    matchEach(code, ["run", "load"], (event) =>
      [event.target, ...event.inputs]
        .flatMap((value) => pathsIn(value))
        .some((path) => /^\/(?:proc\/(?:self|\d+|\uFFFC)|dev)\/fd\/[^\s/]{0,40}$/.test(path))
        ? { detail: `${event.callee} starts what a descriptor holds` }
        : null,
    ),
};

/** Code that is no text: machine code, and programs in memory. */
export const NATIVE_CODE: readonly CodeRule[] = [shellcode, memoryProgram];
