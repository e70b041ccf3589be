import {
  EMPTY_TREE,
  followLog,
  judgeCheckpoint,
  type Leaf,
  parseLeaf,
  parsePolicy,
  parseSignedCheckpoint,
  type Policy,
  type ReadResource,
  type SignedCheckpoint,
  type Tree,
} from "@gaia/log";
import { call } from "./api.ts";

/** A registry's log as somebody sees it who has its address and nothing else. */
export interface FollowedLog {
  /** Its keys as a policy without witnesses, asked for now. */
  policy(): Promise<Policy>;
  /** The checkpoint that is shown, once the log's own key was found to have signed it. */
  checkpoint(): Promise<SignedCheckpoint>;
  read: ReadResource;
  /** Every leaf between a tree and the one that is shown. @throws LogError */
  leaves(from?: Tree): Promise<Leaf[]>;
}

export function followedLog(url: string): FollowedLog {
  const policy = async () => {
    const { body } = await call(`${url}/api/v1/keys`);
    return parsePolicy(`log ${body.log.key}\nwitness itself ${body.log.cosigner}\nquorum itself\n`);
  };
  const checkpoint = async () => {
    const signed = parseSignedCheckpoint((await call(`${url}/log/checkpoint`)).body as unknown as string);
    const verdict = await judgeCheckpoint(await policy(), signed);
    if (!verdict.ok) throw new Error(verdict.detail);
    return signed;
  };
  const read: ReadResource = async (path) => {
    const response = await fetch(`${url}/log/${path}`);
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
  };
  return {
    policy,
    checkpoint,
    read,
    async leaves(from = EMPTY_TREE) {
      const { tree } = (await checkpoint()).checkpoint;
      const leaves: Leaf[] = [];
      for await (const { entry } of followLog(read, { from, to: tree })) leaves.push(parseLeaf(entry));
      return leaves;
    },
  };
}
