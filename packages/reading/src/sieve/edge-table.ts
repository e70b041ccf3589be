export const NONE = 0;

/** Nodes are numbered from 1, below 2 ** 20; symbols from 1, below 2 ** 11. */
export interface EdgeTable {
  /** The node an edge leads to, or NONE. */
  follow(node: number, symbol: number): number;
  add(node: number, symbol: number, child: number): number;
}

const SYMBOL_BITS = 11;

/** The edges of a trie: a hash table with open addressing that is at most half full, each edge beside its child. */
export function edgeTable(): EdgeTable {
  let bits = 12;
  let table = new Int32Array(2 << bits);
  let count = 0;
  const slotOf = (key: number): number => {
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - bits);
    // In range: the mask is that of the table.
    while (table[2 * slot] !== NONE && table[2 * slot] !== key) slot = (slot + 1) & ((1 << bits) - 1);
    return 2 * slot;
  };
  const put = (key: number, child: number) => {
    const slot = slotOf(key);
    table[slot] = key;
    table[slot + 1] = child;
  };
  const grow = () => {
    const old = table;
    bits += 1;
    table = new Int32Array(2 << bits);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot] !== NONE) put(old[slot] as number, old[slot + 1] as number);
    }
  };
  return {
    follow: (node, symbol) => table[slotOf((node << SYMBOL_BITS) | symbol) + 1] as number,
    add(node, symbol, child) {
      count += 1;
      if (count * 2 > 1 << bits) grow();
      put((node << SYMBOL_BITS) | symbol, child);
      return child;
    },
  };
}
