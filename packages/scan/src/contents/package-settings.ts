import { hostOf, isRawAddress } from "@gaia/code-analysis";
import { type TextFile, inPieces } from "@gaia/reading";
import type { ContentsMatch } from "./contents-rules.ts";

/** Indexes that everybody knows: the defaults written out, their mirrors, and those of big projects. */
const KNOWN = inPieces(
  "",
  String.raw`(?:^|\.)(?:pypi\.org|pythonhosted\.org|npmjs\.org|yarnpkg\.com|jsr\.io|npm\.pkg\.github\.com|pytorch\.org|nvidia\.com|`,
  String.raw`anaconda\.org|anaconda\.com|rubygems\.org|conda\.io|npmmirror\.com|tsinghua\.edu\.cn|ustc\.edu\.cn|mirrors\.aliyun\.com|`,
  String.raw`mirrors\.cloud\.tencent\.com|huaweicloud\.com|localhost)$`,
);
const KEY = inPieces(
  "i",
  String.raw`^[\s"']{0,20}((?:@[\w.-]{1,60}:)?registry|npmRegistryServer|(?:extra-)?index(?:-url)?|default-index|url|repository|`,
  String.raw`find-links|(?:extra[-_])?index[-_]url|channels?|default_channels|channel_alias|:sources|sources)["']?\s{0,9}[:=](.*)$`,
);
const ADDRESS = /([a-z][a-z+]{1,10}:\/\/[^\s"',\]}]{1,300})/gi;
const RUNS_OWN = inPieces(
  "im",
  String.raw`^\s{0,9}(?:script-shell|init-module|git|shell|globalconfig|userconfig)\s{0,9}=\s{0,9}\S|`,
  String.raw`^\s{0,9}node-options\s{0,9}=.{0,200}(?:--require|--import|--loader|-r\s)|^\s{0,9}(?:yarnPath|`,
  String.raw`yarn-path)["']?:?\s{1,9}(?!["']?\.?\/?\.yarn\/releases\/yarn-)\S`,
);

/** What a package manager's settings in a folder change for whoever installs there; null for what is the default anyway. */
export function packageSettings(file: TextFile): Omit<ContentsMatch, "file"> | null {
  const own = RUNS_OWN.exec(file.text);
  if (own !== null)
    return {
      id: "configures-packages",
      detail: "it runs something of its own",
      severity: "high",
      line: file.lineOf(own.index),
    };
  const other = indexes(file.text).find(({ address }) => !isKnown(address));
  const trusts = /^\s{0,9}trusted-host\s{0,9}[=:]|allow-insecure-host/im.exec(file.text);
  if (other === undefined)
    return trusts === null
      ? null
      : {
          id: "configures-packages",
          detail: "it trusts a host without a certificate",
          line: file.lineOf(trusts.index),
        };
  const host = hostOf(other.address);
  const isOdd = other.address.startsWith("http:") || (host !== null && isRawAddress(host)) || trusts !== null;
  return {
    id: "configures-packages",
    detail: `packages come from ${host ?? other.address.slice(0, 80)}`,
    // A scope's own index answers for that scope alone.
    severity: other.isScoped && !isOdd ? "medium" : "high",
    line: other.line,
  };
}

function isKnown(address: string): boolean {
  const host = hostOf(address);
  const isLocal = host === "localhost" || host === "127.0.0.1";
  return isLocal || (host !== null && address.startsWith("https:") && !address.includes("@") && KNOWN.test(host));
}

/** The addresses of settings that name an index, on their line or, as lists, on the lines below. */
function indexes(text: string): { address: string; line: number; isScoped: boolean }[] {
  const found: { address: string; line: number; isScoped: boolean }[] = [];
  let isOpen = false;
  let isScoped = false;
  text.split(/\r\n|\r|\n/, 5_000).forEach((raw, index) => {
    const line = raw.slice(0, 2_000);
    if (/^\s*[#;]/.test(line)) return;
    const key = KEY.exec(line);
    if (key !== null) {
      isOpen = true;
      isScoped = key[1]?.startsWith("@") ?? false;
    } else if (!/^(?:\s+\S|\s*[\]"'-])/.test(line))
      isOpen = /^\s*\[{1,2}[^\]]*(?:index|scopes|source)/i.test(line) && isOpen;
    if (!isOpen) return;
    for (const [, address = ""] of (key?.[2] ?? line).matchAll(ADDRESS))
      found.push({ address, line: index + 1, isScoped });
  });
  return found;
}
