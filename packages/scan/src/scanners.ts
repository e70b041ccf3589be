// The door for processes that inspect: what runs other programs, and what is read of a skill to ask others about it.
export { type ScanResult, type ScanSkill, scanSkill } from "./scan-skill.ts";
export { installsIn, type NamedInstall } from "./dependencies/named-installs.ts";
