/** A call as a filter sees it (`struct seccomp_data`). */
interface Call {
  number: number;
  arch: number;
  args: readonly number[];
}

/** What a filter of classic BPF answers. Throws for an instruction it does not know, a jump out, and a program without an end. */
export function answerOf(filter: Buffer, { number, arch, args }: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  for (const [at, value] of args.entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * at);
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const jumps = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)] as const;
    const value = filter.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean): void => {
      at += isTrue ? jumps[0] : jumps[1];
    };
    switch (filter.readUInt16LE(at * 8)) {
      case 0x20:
        loaded = data.readUInt32LE(value);
        break;
      case 0x15:
        jump(loaded === value);
        break;
      case 0x35:
        jump(loaded >= value);
        break;
      case 0x45:
        jump((loaded & value) !== 0);
        break;
      case 0x06:
        return value;
      default:
        throw new Error(`no such instruction at ${at}`);
    }
  }
  throw new Error("it ends without an answer");
}
