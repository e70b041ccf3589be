import type { SourceFormat } from "../../model/canonical.ts";
import { readAgentSkills } from "../agent-skills/read.ts";
import { writeAgentSkills } from "../agent-skills/write.ts";
import { detectAria } from "../aria-2/detect.ts";
import { readAria } from "../aria-2/read.ts";
import { writeAria } from "../aria-2/write.ts";
import type { FormatReader, FormatWriter, PackageView } from "../format.ts";
import { readGaia01 } from "../gaia-0.1/read.ts";
import { writeGaia01 } from "../gaia-0.1/write.ts";
import { readGaia } from "../gaia/read.ts";
import { writeGaia } from "../gaia/write.ts";
import { detectMiaos, miaosManifestOf } from "../miaos/manifests.ts";
import { readMiaos } from "../miaos/read.ts";
import { writeMiaos } from "../miaos/write.ts";
import { readOpenClawDraft } from "../openclaw-draft/read.ts";
import { writeOpenClawDraft } from "../openclaw-draft/write.ts";
import { readOpenClaw } from "../openclaw/read.ts";
import { writeOpenClaw } from "../openclaw/write.ts";
import {
  detectBy,
  judgeAgentSkills,
  judgeGaia,
  judgeGaia01,
  judgeOpenClaw,
  judgeOpenClawDraft,
} from "./detect-skill-file.ts";
import { detectSkillMd } from "../skill-md/find.ts";
import { readSkillMd } from "../skill-md/read.ts";
import { writeSkillMd } from "../skill-md/write.ts";
import { findSkillFile } from "../skill-file/open.ts";

const manifestOf = (pkg: PackageView) => findSkillFile(pkg)?.path ?? null;

/** Every format that can be read. A new format adds its row; of two equally sure ones the first wins. */
export const READERS: readonly FormatReader[] = [
  { format: "gaia", detect: detectBy(judgeGaia), manifestOf, read: readGaia },
  { format: "openclaw-draft", detect: detectBy(judgeOpenClawDraft), manifestOf, read: readOpenClawDraft },
  { format: "openclaw", detect: detectBy(judgeOpenClaw), manifestOf, read: readOpenClaw },
  { format: "gaia-0.1", detect: detectBy(judgeGaia01), manifestOf, read: readGaia01 },
  { format: "agent-skills", detect: detectBy(judgeAgentSkills), manifestOf, read: readAgentSkills },
  { format: "aria-2", detect: detectAria, read: readAria },
  { format: "miaos", detect: detectMiaos, manifestOf: miaosManifestOf, read: readMiaos },
  { format: "skill-md", detect: detectSkillMd, read: readSkillMd },
];

/** Every format that can be written. */
const WRITERS: readonly FormatWriter[] = [
  { format: "gaia", write: writeGaia },
  { format: "gaia-0.1", write: writeGaia01 },
  { format: "agent-skills", write: writeAgentSkills },
  { format: "openclaw", write: writeOpenClaw },
  { format: "openclaw-draft", write: writeOpenClawDraft },
  { format: "aria-2", write: writeAria },
  { format: "miaos", write: writeMiaos },
  { format: "skill-md", write: writeSkillMd },
];

export function readerOf(format: SourceFormat): FormatReader | null {
  return READERS.find((reader) => reader.format === format) ?? null;
}

export function writerOf(format: SourceFormat): FormatWriter | null {
  return WRITERS.find((writer) => writer.format === format) ?? null;
}
