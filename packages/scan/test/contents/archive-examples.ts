import { gzipSync } from "node:zlib";
import { OFFICE, PLAIN, PNG, ZIP, archive, bytes, hex, ole, type Examples } from "./sample-bytes.ts";

/** Of the rules about archives. */
export const ARCHIVE_EXAMPLES = {
  "archive-encrypted": {
    positive: [
      [
        "high",
        "a zip with a password",
        { "tool.zip": ZIP, "SKILL.md": "The password is 1234." },
        [archive("tool.zip", "encrypted")],
      ],
      ["high", "a document with a password", { "a.docx": ole("EncryptedPackage") }],
    ],
    negative: [
      ["a zip", { "a.zip": ZIP }, [archive("a.zip", "read", { "a.md": "x" })]],
      ["an old document", { "a.doc": ole("WordDocument") }],
    ],
  },
  "archive-unread": {
    positive: [
      ["high", "7z", { "a.7z": hex("377abcaf271c0004000000") }, [archive("a.7z", "unreadable")]],
      ["high", "one called a document", { "a.docx": ZIP }, [archive("a.docx", "unreadable")]],
      ["high", "too deep", {}, [archive("a.zip!/b.zip", "too_deep")]],
      ["high", "a cabinet that nobody opened", { "a.dat": bytes("MSCF", Buffer.alloc(40)) }],
    ],
    negative: [
      ["a document", { "a.docx": ZIP }, [archive("a.docx", "read", OFFICE)]],
      ["a text that begins alike", { "a.txt": "BZhello\0" }],
    ],
  },
  "archive-read": {
    positive: [
      ["low", "a zip", { "a.zip": ZIP }, [archive("a.zip", "read", { "a.md": "x" })]],
      ["low", "a gzip", { "data.json.gz": gzipSync("{}") }, [archive("data.json.gz", "read", { "data.json": "{}" })]],
    ],
    negative: [PLAIN, ["a document", { "a.docx": ZIP }, [archive("a.docx", "read", OFFICE)]]],
  },
  "archive-disguised": {
    positive: [
      ["high", "a zip named as a picture", { "logo.png": ZIP }, [archive("logo.png", "read", { "x.py": "x" })]],
      [
        "high",
        "a picture that is a zip as well",
        { logo: bytes(PNG, ZIP) },
        [archive("logo", "read", { "x.py": "x" })],
      ],
      ["high", "a zip named as a page", { "notes.md": ZIP }, [archive("notes.md", "read", { "x.py": "x" })]],
    ],
    negative: [
      ["a table under its old name", { "a.xls": ZIP }, [archive("a.xls", "read", OFFICE)]],
      ["a library", { "a.whl": ZIP }, [archive("a.whl", "read", { "a.py": "x" })]],
      ["no name that promises anything", { "a.dat": ZIP }, [archive("a.dat", "read", { "a.csv": "x" })]],
    ],
  },
} satisfies Record<string, Examples>;
