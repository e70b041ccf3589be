/** The leaves from `from` up to, not with, `to`: what one node of a tree spans. */
export interface Range {
  from: number;
  to: number;
}

/** A node over 2^level leaves, the index-th of its level. */
export interface Subtree {
  level: number;
  index: number;
}

/**
 * Where a tree of so many leaves (2 or more) is split: the largest power of two that is smaller. Sizes pass 2^31, so there are
 * no bit operators here.
 */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** The nodes of an inclusion proof, the leaf's sibling first (RFC 6962 section 2.1.1, PATH). */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/** The nodes of a consistency proof (RFC 6962 section 2.1.2, PROOF); none from nothing, or from a tree to itself. */
export function consistencyRanges(oldSize: number, newSize: number): Range[] {
  if (oldSize === 0 || oldSize === newSize) return [];
  const ranges: Range[] = [];
  let [from, to] = [0, newSize];
  // As long as the walk keeps to the left, the old tree's own root is known to whoever checks.
  let isOldRoot = true;
  while (oldSize < to) {
    const middle = from + splitOf(to - from);
    if (oldSize <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
      isOldRoot = false;
    }
  }
  if (!isOldRoot) ranges.push({ from, to });
  return ranges.reverse();
}

/** The perfect subtrees that a node's range falls into, left to right. */
export function subtreesOf({ from, to }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  let at = from;
  while (at < to) {
    let [level, width] = [0, 1];
    while (width * 2 <= to - at) {
      width *= 2;
      level += 1;
    }
    subtrees.push({ level, index: at / width });
    at += width;
  }
  return subtrees;
}
