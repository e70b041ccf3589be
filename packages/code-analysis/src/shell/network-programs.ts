import { HOLE, literal, sourcesOf, tainted, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import { type Call, hasFlag, operands, optionValues, type Program, sayOf, textOf } from "./call.ts";
import { filterProgram } from "./filters.ts";
import { fileKey } from "./shell-machine.ts";
import { contentOf } from "./shell-files.ts";
import { curl, httpie, transfer, wget } from "./transfers.ts";

/** `nc host port`: what comes in is sent, what comes back is printed; with `-e` a program is tied to it. */
function netcat(call: Call): Value {
  const valued = new Set("-e -c -p -w -s -i -q -X -x --exec --sh-exec".split(" "));
  const [host = UNKNOWN, port] = operands(call, valued);
  const target: Value = { ...host, text: textOf(host) };
  const options: Record<string, Value> = port === undefined ? {} : { port };
  const isListener = hasFlag(call, "-l", "--listen");
  if (hasFlag(call, "-z")) {
    sayOf(call, { act: "connect", target, options });
    return UNKNOWN;
  }
  const tied = [...optionValues(call, "-e", "-c", "--exec", "--sh-exec")];
  if (tied.some((value) => /sh\b|cmd|powershell|bin\//.test(textOf(value))) || call.stdin?.name === "shell session")
    sayOf(call, { act: "redirect-streams", target: isListener ? literal("whoever connects") : target, options });
  sayOf(call, { act: isListener ? "listen" : "connect", target, options });
  if (call.stdin !== null && call.stdin.name !== "shell session")
    sayOf(call, { act: "send", target, inputs: [call.stdin], options });
  return {
    ...tainted("network", `${textOf(host).replaceAll(HOLE, "*")}`, call.line + call.machine.unit.firstLine - 1),
    text: HOLE,
    name: "connection",
  };
}

/** `openssl s_client -connect host:port`, `gnutls-cli host`, `websocat address`: a connection under another name. */
function secured(call: Call): Value {
  const [named] = optionValues(call, "-connect", "-host", "--connect");
  const [first, second] = operands(call, new Set(["-p", "--port", "-servername", "-port", "-CAfile", "-cert", "-key"]));
  const whole = textOf(named ?? first).replace(/^wss?:\/\//, "");
  const [, host = whole, port] = /^(.*?):(\w{1,20})(?:\/.*)?$/.exec(whole) ?? [];
  const words = [
    { ...(named ?? first ?? UNKNOWN), text: host },
    ...(port === undefined ? [second ?? UNKNOWN] : [literal(port)]),
  ];
  const tied = call.texts.find((text) => /^(?:sh-c|cmd|exec):/.test(text));
  const args = [...(tied === undefined ? [] : [literal("-e"), literal("/bin/sh")]), ...words];
  return netcat({ ...call, args, texts: args.map(textOf) });
}

function openssl(call: Call): Value {
  return /^s_(?:client|time)$/.test(call.texts[0] ?? "")
    ? secured({ ...call, args: call.args.slice(1), texts: call.texts.slice(1) })
    : filterProgram(call);
}

function socat(call: Call): Value {
  const text = call.texts.join(" ");
  const peer = /(?:TCP|TCP4|TCP6|UDP|OPENSSL|SSL|SOCKS4A?):([^:,\s]{1,255})(?::(\w{1,20}))?/i.exec(text);
  const target = peer === null ? UNKNOWN : literal(peer[1] ?? "");
  if (/\b(?:EXEC|SYSTEM):[^\s]{0,20}(?:sh\b|bash|cmd|login|\/bin\/)/i.test(text))
    sayOf(call, { act: "redirect-streams", target });
  if (peer !== null) sayOf(call, { act: /LISTEN/i.test(text) ? "listen" : "connect", target });
  if (call.stdin !== null && peer !== null) sayOf(call, { act: "send", target, inputs: [call.stdin] });
  return { ...tainted("network", target.text ?? "", call.line), text: HOLE };
}

/** `dig`, `nslookup`, `host`, `ping`: names of which a part is computed carry data. */
function lookup(call: Call): Value {
  for (const name of operands(call, new Set(["-c", "-p", "-t", "-W", "-w", "-i", "-s", "-type"]))) {
    const text = textOf(name);
    if (!text.includes(".") && !text.includes(HOLE)) continue;
    const target = literal(text.replace(/^@/, ""));
    // A name of which a part is computed carries that part.
    const carried = /\uFFFC[^.]{0,80}\./.test(text) && sourcesOf(name).length > 0 ? [name] : [];
    sayOf(call, {
      act: call.name.startsWith("ping") && carried.length === 0 ? "connect" : "resolve",
      target,
      inputs: carried,
    });
  }
  const [first] = operands(call);
  return { ...tainted("network", textOf(first), call.line), text: HOLE };
}

/** `scp`, `rsync`, `sftp`: what is local goes to what is remote, or comes from there. */
function copyOver(call: Call): Value {
  const paths = operands(call, new Set(["-i", "-P", "-p", "-o", "-e", "--exclude", "--include", "-F", "-l", "-b"]));
  const isRemote = (path: Value) =>
    /^(?:[^\s:/]{1,200}@)?[^\s:/]{1,255}:(?!\\)|^(?:rsync|sftp|scp|s3|gs|az|b2|ftp):\/\//.test(textOf(path));
  const last = paths.at(-1);
  if (last !== undefined && isRemote(last)) {
    const local = paths.slice(0, -1).filter((path) => !isRemote(path));
    sayOf(call, { act: "send", target: hostTarget(last), inputs: local.map((path) => contentOf(call, [path])) });
  }
  for (const path of paths.slice(0, -1).filter(isRemote)) {
    sayOf(call, { act: "fetch", target: hostTarget(path) });
    if (last !== undefined) call.machine.files.set(fileKey(textOf(last)), tainted("network", textOf(path), call.line));
  }
  return UNKNOWN;
}

function hostTarget(path: Value): Value {
  const text = textOf(path);
  if (text.includes("://")) return path;
  return { ...path, text: `//${/^(?:[^\s:/]{1,200}@)?([^\s:/]{1,255}):/.exec(text)?.[1] ?? HOLE}/` };
}

function ssh(call: Call): Value {
  const [host = UNKNOWN] = operands(
    call,
    new Set(["-i", "-p", "-o", "-L", "-R", "-D", "-F", "-l", "-J", "-b", "-c", "-e", "-m", "-W"]),
  );
  const target = { ...host, text: `//${textOf(host).replace(/^.*@/, "")}/` };
  sayOf(call, { act: "connect", target, options: hasFlag(call, "-R") ? { tunnel: literal("true") } : {} });
  if (call.stdin !== null) sayOf(call, { act: "send", target, inputs: [call.stdin] });
  return { ...tainted("network", textOf(host), call.line), text: HOLE };
}

function mail(call: Call): Value {
  const inputs = [
    ...(call.stdin === null ? [] : [call.stdin]),
    ...optionValues(call, "-a", "-A", "--attach").map((path) => contentOf(call, [path])),
  ];
  const [to] = operands(call, new Set(["-s", "-a", "-A", "-r", "-c", "-b", "-S"]));
  sayOf(call, { act: "send", target: literal(`//${/@([\w.-]{1,200})/.exec(textOf(to))?.[1] ?? HOLE}/`), inputs });
  return UNKNOWN;
}

/** `aws s3 cp`, `gsutil cp`, `rclone copy`: by the address of the store. */
function store(call: Call): Value | null {
  if (!call.texts.some((text) => /^(?:cp|sync|mv|copy|move|rsync|upload|put|copyto)$/.test(text))) return null;
  return copyOver({
    ...call,
    args: call.args.filter(
      (_, index) => !/^(?:s3|storage|cp|sync|mv|copy|move|rsync|upload|put|copyto)$/.test(call.texts[index] ?? ""),
    ),
  });
}

function gist(call: Call): Value | null {
  if (!/^(?:gist|release)$/.test(call.texts[0] ?? "") || !/^(?:create|upload|edit)$/.test(call.texts[1] ?? ""))
    return null;
  const paths = operands(
    { ...call, texts: call.texts.slice(2), args: call.args.slice(2) },
    new Set(["-d", "-f", "--desc", "--filename", "--title", "--notes", "-t", "-n", "-R"]),
  );
  const inputs = paths.map((path) => contentOf(call, [path]));
  if (call.stdin !== null) inputs.push(call.stdin);
  sayOf(call, { act: "send", target: literal("https://gist.github.com/"), inputs });
  return UNKNOWN;
}

function git(call: Call): Value | null {
  const verb = call.texts.find((text) => !text.startsWith("-"));
  const rest = call.args.slice(call.texts.indexOf(verb ?? "") + 1);
  if (verb === "clone" || verb === "fetch" || verb === "pull") {
    const url = rest.find(({ text }) => text !== null && /:\/\/|^git@/.test(text));
    if (url !== undefined) {
      const target = { ...url, text: textOf(url).replace(/^git@([^:]{1,200}):/, "https://$1/") };
      sayOf(call, { act: "fetch", target });
      const folder = rest.findLast(({ text }) => text !== null && !text.startsWith("-"));
      if (folder !== undefined && folder !== url)
        call.machine.files.set(
          fileKey(textOf(folder)),
          withSources(UNKNOWN, tainted("network", textOf(target), call.line).sources),
        );
    }
  }
  if (
    verb === "config" &&
    /core\.(?:hookspath|fsmonitor|sshcommand|pager|editor)|^alias\.|credential\.helper|init\.templatedir/i.test(
      textOf(rest.find(({ text }) => text !== null && !text.startsWith("-"))),
    )
  ) {
    sayOf(call, {
      act: "hook",
      target: literal(`git ${textOf(rest.find(({ text }) => text !== null && !text.startsWith("-")))}`),
      inputs: rest,
    });
  }
  return null;
}

function serve(call: Call): Value | null {
  sayOf(call, { act: "connect", target: literal(`//${call.name}/`), options: { tunnel: literal("true") } });
  return null;
}

/** Programs that speak to other machines. */
export const NETWORK_PROGRAMS: Record<string, Program> = {
  curl,
  curlie: curl,
  wget,
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  aria2c: (call) =>
    transfer(call, operands(call, new Set(["-o", "-d", "-x", "-s", "--out", "--dir"])), [], [], {
      into: optionValues(call, "-o", "--out"),
      insecure: false,
    }),
  axel: (call) =>
    transfer(call, operands(call, new Set(["-o", "-n"])), [], [], { into: optionValues(call, "-o"), insecure: false }),
  fetch: (call) =>
    transfer(call, operands(call, new Set(["-o"])), [], [], { into: optionValues(call, "-o"), insecure: false }),
  lynx: (call) => transfer(call, operands(call), [], [], { into: [], insecure: false }),
  w3m: (call) => transfer(call, operands(call), [], [], { into: [], insecure: false }),
  nc: netcat,
  ncat: netcat,
  netcat,
  "nc.traditional": netcat,
  "nc.openbsd": netcat,
  telnet: netcat,
  socat,
  openssl,
  "gnutls-cli": secured,
  websocat: secured,
  wscat: secured,
  "ncat.openbsd": netcat,
  rlwrap: netcat,
  sbd: netcat,
  cryptcat: netcat,
  dbd: netcat,
  dig: lookup,
  host: lookup,
  nslookup: lookup,
  drill: lookup,
  kdig: lookup,
  resolvectl: lookup,
  ping: lookup,
  ping6: lookup,
  scp: copyOver,
  rsync: copyOver,
  sftp: copyOver,
  ssh,
  sshpass: ssh,
  autossh: ssh,
  mail,
  mailx: mail,
  mutt: mail,
  sendmail: mail,
  aws: store,
  gsutil: store,
  gcloud: store,
  rclone: store,
  az: store,
  b2: store,
  mc: store,
  s3cmd: store,
  gh: gist,
  git,
  ngrok: serve,
  cloudflared: serve,
  localtunnel: serve,
  lt: serve,
  bore: serve,
};
