const NPM_LINE = /^npm (?:error|ERR!) ?(.*)$/;
/** Of npm's lines: facts beside the reason, its stack, advice, and a log that lies inside the sandbox. */
const FACT = /^(?:$|\s|[{}]|(?:code|errno|syscall|type|path|dest|address|port) )/;
const ADVICE = /^(?:(?:network )?(?:This is a problem|In most cases|If you are behind)|A complete log)/;

/** Why an installer failed, in its own words: of npm its code and the reason, of others the last line that names an error. */
export function installerWords(stderr: string): string {
  const lines = stderr.split("\n");
  const npm = lines.flatMap((line) => NPM_LINE.exec(line)?.[1] ?? []);
  const code = npm.find((line) => line.startsWith("code "))?.slice("code ".length);
  const reason = npm.find((line) => !FACT.test(line) && !ADVICE.test(line))?.replace(/^network /, "");
  const errors = lines.filter((line) => /error/i.test(line) && !NPM_LINE.test(line));
  const said = code === undefined && reason === undefined ? null : [code, reason].filter(Boolean).join(": ");
  return (said ?? errors.at(-1) ?? stderr.trim().split("\n").at(-1) ?? "").slice(0, 500);
}
