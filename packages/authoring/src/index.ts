export { addDescription } from "./edit/add-description.ts";
export { applyEdits } from "./edit/edit.ts";
export { fixAll } from "./edit/fix-all.ts";
export { fixesFor } from "./edit/fixes-for.ts";
export { migrateFiles } from "./edit/migrate-files.ts";
export { styleDiagnostics } from "./edit/style-rules.ts";
export { formatFiles } from "./edit/format-text.ts";
export { checkProfile } from "./profiles/check-profile.ts";
