/** SRI (`sha256-<base64>`) of a SHA-256 given as hex. */
export const sriOfHex = (sha256: string): string => `sha256-${Buffer.from(sha256, "hex").toString("base64")}`;
