import { createHash, createHmac } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, freePort, startChildServer } from "./child-server.ts";
import { type S3Server, startS3 } from "./s3-server.ts";

/** What one key of an S3 server is made of. */
export interface S3Key {
  accessKeyId: string;
  secretAccessKey: string;
}

/** An S3 server that knows users with policies of their own, beside its root. */
export interface S3WithPolicies extends S3Server {
  /** Makes a user who may do what this policy (AWS's JSON) says and nothing else, and a key of theirs. */
  addUser(name: string, policy: string): Promise<S3Key>;
  /** Puts another policy in the place of a user's. */
  setPolicy(name: string, policy: string): Promise<void>;
}

/** versitygw with its IAM service, which speaks AWS's IAM, beside it. */
export async function startS3WithPolicies(program: string): Promise<S3WithPolicies> {
  const dir = await mkdtemp(join(tmpdir(), "gaia-iam-"));
  const [data, socket] = [join(dir, "data"), join(dir, "iam.sock")];
  await mkdir(data);
  const port = await freePort();
  const root: S3Key = { accessKeyId: "root-of-this-test", secretAccessKey: "root-of-this-test-secret" };
  const started: ChildServer[] = [];
  const stop = async (): Promise<void> => {
    for (const server of started.toReversed()) await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const iam = await startChildServer({
      argv: [program, "--port", `127.0.0.1:${port}`, "--quiet", "iam", "--dir", data, "--private-ports", socket],
      env: { ROOT_ACCESS_KEY_ID: root.accessKeyId, ROOT_SECRET_ACCESS_KEY: root.secretAccessKey },
      port,
    });
    started.push(iam);
    const s3 = await startS3({ ...root, options: ["--iam-standalone-endpoint", socket] });
    started.push(s3);
    const ask = (action: string, input: Record<string, string>) =>
      askIam(`http://127.0.0.1:${port}/`, root, { Action: action, Version: "2010-05-08", ...input });
    const setPolicy = async (name: string, policy: string): Promise<void> => {
      await ask("PutUserPolicy", { UserName: name, PolicyName: "registry", PolicyDocument: policy });
    };
    return {
      ...s3,
      stop,
      setPolicy,
      async addUser(name, policy) {
        await ask("CreateUser", { UserName: name });
        await setPolicy(name, policy);
        const said = await ask("CreateAccessKey", { UserName: name });
        return { accessKeyId: element(said, "AccessKeyId"), secretAccessKey: element(said, "SecretAccessKey") };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function element(xml: string, name: string): string {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  if (found === undefined) throw new Error(`no ${name} in ${xml}`);
  return found;
}

const REGION = "us-east-1";
const TYPE = "application/x-www-form-urlencoded; charset=utf-8";
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** One call of AWS's IAM, signed by its Signature Version 4. Throws with what was answered when that is no 200. */
async function askIam(url: string, key: S3Key, parameters: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(parameters).toString();
  const time = new Date().toISOString().replaceAll(/[:-]|\.\d+/g, "");
  const scope = [time.slice(0, 8), REGION, "iam", "aws4_request"];
  const headers = {
    "content-type": TYPE,
    host: new URL(url).host,
    "x-amz-content-sha256": sha256(body),
    "x-amz-date": time,
  };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
  const asked = ["POST", "/", "", ...lines, "", names, sha256(body)].join("\n");
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  const signature = hmac(signingKey, ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(asked)].join("\n"));
  const credential = `${key.accessKeyId}/${scope.join("/")}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature.toString("hex")}`;
  const answer = await fetch(url, { method: "POST", body, headers: { ...headers, authorization } });
  const said = await answer.text();
  if (answer.status !== 200) throw new Error(`${parameters["Action"]}: ${answer.status} ${said}`);
  return said;
}
