import type { Finding } from "@gaia/findings";
import { orderFindings } from "./order-findings.ts";

/** A finding as a report holds it: once for its place, with the rules of other scanners that saw the same. */
export interface MergedFinding extends Finding {
  also: string[];
}

const RANK = { critical: 0, high: 1, medium: 2, low: 3 };
/** Prose that tells to run something and the code of that something are one matter. */
const MATTERS: Partial<Record<Finding["category"], string>> = {
  code: "behaviour",
  instruction: "behaviour",
  secret: "secret",
};

/**
 * Says each thing once, in the order of a report. Where several scanners found something of one kind on one line, the most serious
 * finding stays and names the others' rules; two findings of one scanner stay two. Verdicts are made before this: nothing is lost.
 */
export function mergeFindings(findings: Finding[]): MergedFinding[] {
  const merged: MergedFinding[] = [];
  const places = new Map<string, MergedFinding[]>();
  const bySeverity = orderFindings(findings).toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  for (const finding of bySeverity) {
    const matter = MATTERS[finding.category];
    const place = JSON.stringify([matter, finding.file, finding.line]);
    const there = matter === undefined || finding.line === null ? [] : (places.get(place) ?? []);
    const same = there.find(({ scanner }) => scanner !== finding.scanner);
    if (same !== undefined) {
      same.also = [...new Set([...same.also, finding.rule])].sort();
      continue;
    }
    const kept = { ...finding, also: [] };
    merged.push(kept);
    places.set(place, [...there, kept]);
  }
  return orderFindings(merged);
}
