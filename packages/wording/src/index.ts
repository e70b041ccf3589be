export { learnedFindings } from "./learned-findings.ts";
export { MODEL } from "./model.ts";
export { weighWording, type Wording } from "./wording.ts";
