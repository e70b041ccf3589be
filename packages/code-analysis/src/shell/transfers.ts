import { hostOf } from "../engine/host.ts";
import { HOLE, literal, sourcesOf, tainted, UNKNOWN, type Value } from "../engine/value.ts";
import { type Call, hasFlag, operands, optionValues, sayOf, textOf } from "./call.ts";
import { contentOf, writePath } from "./shell-files.ts";

const CURL_VALUED = new Set(
  (
    "-o -O= -d -F -T -u -H -X -A -e -b -c -x -m -w -K -E -r -C -Y -y -z -t -D -U --output --data --data-raw " +
    "--data-binary --data-ascii --data-urlencode --json --form --form-string --upload-file --user --header " +
    "--request --user-agent --referer --cookie --cookie-jar --proxy --max-time --connect-timeout --retry " +
    "--retry-delay --retry-max-time --write-out --config --cert --key --cacert --capath --range --resolve " +
    "--connect-to --url --output-dir --interface --proto --tlsv --dns-servers --limit-rate --max-redirs " +
    "--continue-at --dump-header --proxy-user --oauth2-bearer --proto-default --proto-redir --aws-sigv4 " +
    "--unix-socket --doh-url --variable"
  ).split(" "),
);

/** `curl`: what is sent, what comes, where it is kept. */
export function curl(call: Call): Value {
  const urls = [...operands(call, CURL_VALUED), ...optionValues(call, "--url")].slice(0, 20);
  const bodies = optionValues(
    call,
    "-d",
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-ascii",
    "--data-urlencode",
    "--json",
    "-F",
    "--form",
    "--form-string",
    "-T",
    "--upload-file",
  );
  const inputs = bodies.map((body) => fileBody(call, body, "-T", "--upload-file"));
  const auth = optionValues(
    call,
    "-H",
    "--header",
    "-u",
    "--user",
    "-b",
    "--cookie",
    "--oauth2-bearer",
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "-E",
    "--cert",
    "--key",
  ).map((value) => fileBody(call, value));
  for (const config of optionValues(call, "-K", "--config")) contentOf(call, [config]);
  return transfer(call, urls, inputs, auth, {
    into: [
      ...optionValues(call, "-o", "--output"),
      ...(hasFlag(call, "-O", "--remote-name", "--remote-name-all", "-J") ? urls.map(remoteName) : []),
    ],
    insecure: hasFlag(call, "-k", "--insecure"),
  });
}

/** `wget`: the same, kept under the name of the address unless said otherwise. */
export function wget(call: Call): Value {
  const valued = new Set(
    (
      "-O -o -P -U -t -T -e --header --post-data --post-file --body-data --body-file --method --user " +
      "--password --output-document --directory-prefix --user-agent --tries --timeout"
    ).split(" "),
  );
  const urls = operands(call, valued).slice(0, 20);
  const inputs = [
    ...optionValues(call, "--post-data", "--body-data"),
    ...optionValues(call, "--post-file", "--body-file").map((path) => contentOf(call, [path])),
  ];
  const into = optionValues(call, "-O", "--output-document");
  const toOutput = into.some(({ text }) => text === "-") || call.texts.some((text) => /^-[a-zA-Z]{0,6}O-$/.test(text));
  const [folder] = optionValues(call, "-P", "--directory-prefix");
  const names = urls
    .map(remoteName)
    .map((name) => (folder === undefined ? name : { ...name, text: `${textOf(folder)}/${textOf(name)}` }));
  return transfer(call, urls, inputs, optionValues(call, "--header", "--password", "--user"), {
    into: toOutput ? [] : into.length > 0 ? into : names,
    insecure: hasFlag(call, "--no-check-certificate"),
  });
}

/** Something is sent to, or comes from, addresses. */
export function transfer(
  call: Call,
  urls: readonly Value[],
  inputs: readonly Value[],
  auth: readonly Value[],
  how: { into: readonly Value[]; insecure: boolean },
): Value {
  const { line, machine } = call;
  const at = line + machine.unit.firstLine - 1;
  let output: Value = { ...UNKNOWN, text: HOLE };
  const options: Record<string, Value> = how.insecure ? { insecure: literal("true") } : {};
  for (const url of urls) {
    // What stands in the address leaves as well.
    const sent = [...inputs, ...(sourcesOf(url).some(({ taint }) => taint !== "network") ? [url] : [])];
    if (sent.length > 0) sayOf(call, { act: "send", target: url, inputs: sent, auth, options });
    sayOf(call, { act: "fetch", target: url, auth, options });
    const what = `${textOf(url).replaceAll(HOLE, "*").slice(0, 500)}${how.insecure ? " (unverified)" : ""}`;
    output = { ...tainted("network", what, at), text: HOLE };
  }
  if (urls.length === 0 && inputs.length > 0) sayOf(call, { act: "send", inputs, auth, options });
  const into = how.into.filter(({ text }) => text !== "-" && text !== "/dev/null");
  for (const path of into) writePath(machine, { path, content: output, append: false, line, callee: call.name });
  return into.length > 0 ? literal("") : output;
}

/** `@file`, `name=@file` and `@-`: what is sent is the content. */
function fileBody(call: Call, body: Value, ...plain: string[]): Value {
  const text = textOf(body);
  const isUpload = plain.length > 0 && optionValues(call, ...plain).includes(body);
  const path = isUpload ? text : /^(?:[\w.[\]-]{1,80}=)?[@<]([^;,]{1,500})/.exec(text)?.[1];
  if (path === undefined) return body;
  if (path === "-") return call.stdin ?? UNKNOWN;
  return contentOf(call, [{ ...body, text: path }]);
}

function remoteName(url: Value): Value {
  const name = /\/([^/?#]{1,200})(?:[?#].*)?$/.exec(textOf(url).replace(/^[a-z]+:\/\//i, ""))?.[1] ?? "index.html";
  return literal(name);
}

/** `http`: fields as `name=value`. */
export function httpie(call: Call): Value {
  const words = operands(call);
  const url = words.find(({ text }) => text !== null && /^https?:|^[\w.-]+\.[a-z]{2,}|^:/.test(text)) ?? UNKNOWN;
  const inputs = words
    .filter((word) => /=|@/.test(textOf(word)) && word !== url)
    .map((word) => fileBody(call, { ...word, text: textOf(word).replace(/^[\w.-]{1,80}(?:=|:=)?(?=@)/, "") }));
  if (call.stdin !== null) inputs.push(call.stdin);
  return transfer(call, hostOf(textOf(url)) === null && url.text === null ? [] : [url], inputs, [], {
    into: optionValues(call, "-o"),
    insecure: false,
  });
}
