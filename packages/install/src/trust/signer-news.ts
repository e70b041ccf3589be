/**
 * What is to be said of who signed a release where that is no change of signer: who signed beside somebody known, and that those who signed
 * what is installed did not. All by name: a fingerprint, or `subject (issuer)`. `here`: of what is installed; `known`: of the skill so far.
 * Sentences for a person; pure.
 */
export function signerNews(
  subject: string,
  { here, known, now }: { here: readonly string[]; known: readonly string[]; now: readonly string[] },
): string[] {
  const isKnown = (one: string): boolean => here.includes(one) || known.includes(one);
  const added = now.filter((one) => !isKnown(one));
  const news: string[] = [];
  if (added.length > 0 && now.some(isKnown))
    news.push(`${subject} is signed by ${named(added)} as well, who did not sign it before`);
  if (here.length > 0 && !now.some((one) => here.includes(one)))
    news.push(`${subject} is signed by ${named(now)}; what is installed was signed by ${named(here)}`);
  return news;
}

const named = (all: readonly string[]): string => (all.length === 0 ? "nobody" : [...new Set(all)].join(" and "));
