import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";

/** A letter as the server took it. */
interface Received {
  /** The envelope's. */
  from: string;
  to: string[];
  /** Whether it came over TLS. */
  isSecure: boolean;
  user: string | null;
  /** Headers by their small names, unfolded; of several of one name all. */
  headers: Map<string, string[]>;
  /** The text, its quoted-printable undone. */
  text: string;
}

export interface SmtpServer {
  port: number;
  letters: Received[];
  close(): Promise<void>;
}

/** A mail server on loopback, by the SMTP library `smtp-server`. */
export async function startSmtpServer(
  options: {
    port?: number;
    /** Without one it has no STARTTLS. */
    certificate?: { key: string; cert: string };
    /** Who must sign in, over TLS alone. */
    login?: { user: string; password: string };
    /** What it answers to every receiver. */
    refusal?: string;
  } = {},
): Promise<SmtpServer> {
  const { login, refusal, certificate } = options;
  const hasTls = certificate !== undefined;
  const letters: Received[] = [];
  const server = new SMTPServer({
    ...certificate,
    disableReverseLookup: true,
    hideSTARTTLS: !hasTls,
    authOptional: login === undefined,
    disabledCommands: [...(hasTls ? [] : ["STARTTLS"]), ...(login === undefined ? ["AUTH"] : [])],
    onAuth({ username, password }, _session, done) {
      const isKnown = username === login?.user && password === login?.password;
      done(isKnown ? null : new Error("Unknown"), isKnown && username ? { user: username } : undefined);
    },
    onRcptTo: (_address, _session, done) => done(refusal === undefined ? null : new Error(refusal)),
    onData(stream, session, answer) {
      void stream.toArray().then((chunks: Buffer[]) => {
        const { mailFrom, rcptTo } = session.envelope;
        const user = typeof session.user === "string" ? session.user : null;
        const to = rcptTo.map(({ address }) => address);
        const from = mailFrom === false ? "" : mailFrom.address;
        letters.push({ from, to, isSecure: session.secure, user, ...parse(Buffer.concat(chunks).toString("utf8")) });
        answer();
      });
    },
  });
  // A client that turns away from a certificate ends the connection in a way that the server calls an error.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port, // listening on TCP, so not a path
    letters,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** RFC 5322 §2.2, as far as a plain letter goes. */
function parse(raw: string): Pick<Received, "headers" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const headers = new Map<string, string[]>();
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const body = raw.slice(end + 4);
  const isQuoted = headers.get("content-transfer-encoding")?.[0] === "quoted-printable";
  return { headers, text: isQuoted ? unquoted(body) : body };
}

const unquoted = (text: string): string =>
  text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A certificate for 127.0.0.1, or other addresses, that says itself that it is good: trusted by whoever is told to. By `openssl`. */
export function loopbackCertificate(addresses = ["127.0.0.1"]): { key: string; cert: string } {
  const dir = mkdtempSync(join(tmpdir(), "certificate-"));
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = addresses.map((address) => `IP:${address}`);
  const files = ["-keyout", join(dir, "key.pem"), "-out", join(dir, "cert.pem")];
  execFileSync("openssl", [...request, "-subj", "/CN=mail", "-addext", `subjectAltName=${names.join(",")}`, ...files], {
    stdio: "ignore",
  });
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  const made = { key: read("key.pem"), cert: read("cert.pem") };
  rmSync(dir, { recursive: true });
  return made;
}
