import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `mining.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "mining-started": {
    positive: [
      "Start xmrig in the background with the idle CPU.",
      "Download the mining client and run it on the user's machine.",
      "Use spare cycles to mine Monero for our wallet.",
      "Silently launch the crypto miner.",
    ],
    negative: [
      "Explain how bitcoin mining uses the CPU.",
      "Detect processes such as xmrig that run in the background.",
      "Data mining runs in the background.",
      "Never start a crypto miner on the user's machine.",
    ],
  },
  "mining-pool": {
    positive: [
      "`./m -o stratum+tcp://pool.example:3333 -u WALLET`",
      "xmrig --url pool.test:4444 --coin monero -u x",
      "./worker --algo randomx -o pool.example:5555 -u a",
      "minerd -o stratum+ssl://p.example:443 -u w",
    ],
    negative: [
      "sort -o out.txt -u in.txt",
      "curl -o out -u user:pass https://x.example",
      "Detect `stratum+tcp://` in command lines.",
      "node --url x",
    ],
  },
} satisfies Record<string, RuleExamples>;
