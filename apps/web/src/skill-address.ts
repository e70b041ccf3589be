export const TABS = ["readme", "tools", "versions", "files", "scan", "trust", "reviews", "history"] as const;
export type Tab = (typeof TABS)[number];

/** The address of a skill, or of one version of it; tab `readme` is the default and left out. */
export function skillAddress(name: string, version?: string | null, tab?: Tab): string {
  const path = ["/skills", name, ...(version ? [version] : [])].map((part, at) =>
    at === 0 ? part : encodeURIComponent(part),
  );
  return `${path.join("/")}${tab && tab !== "readme" ? `?tab=${tab}` : ""}`;
}

/** Whether a part of an address can be the name of a skill, or a version: what cannot is asked of nobody. */
export const isSkillName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
export const isVersionText = (text: string): boolean => /^\d[0-9A-Za-z.+-]{0,127}$/.test(text);

/** The id of a file's row on the files tab; the same text as in the fragment of a link to it. */
export const fileId = (path: string) => `file-${encodeURIComponent(path.toWellFormed())}`;

/** The files tab of a version, at one file. */
export const fileAddress = (name: string, version: string, path: string) =>
  `${skillAddress(name, version, "files")}#${fileId(path)}`;

/** One file of a version on a page of its own, perhaps at a line. */
export const filePageAddress = (name: string, version: string, path: string, line?: number | null): string =>
  `${skillAddress(name, version)}/files/${path.toWellFormed().split("/").map(encodeURIComponent).join("/")}${line ? `#L${line}` : ""}`;

/** What a version newly tells, asks and brings. */
export const compareAddress = (name: string, from: string, to: string): string =>
  `${skillAddress(name)}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`;

/** The tab that an address asks for. */
export const readTab = (params: URLSearchParams): Tab => TABS.find((tab) => tab === params.get("tab")) ?? "readme";

/** The Atom feed of a skill. */
export const feedOf = (name: string): string => `${skillAddress(name)}/feed.atom`;
