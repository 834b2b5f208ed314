/** Whether a query refers to the conversation ("that error"), or names one thing ("named X", a code). English only. */
const PRONOUNS = new Set(['it', 'its', 'them', 'they', 'those', 'these', 'he', 'him', 'she', 'her', 'one']);
const DEMONSTRATIVES = new Set(['this', 'that']);
/** After one of these, a demonstrative refers to something. In "functions that return" it doesn't. */
const POINTED_BY = new Set(
  'about after at before by did do does fix for from in into is like of on or and solve to was what why with without'.split(
    ' ',
  ),
);

export function hasUnresolvedPronoun(words: readonly string[]): boolean {
  const lower = words.map((word) => word.toLowerCase());
  return lower.some((word, at) => {
    if (PRONOUNS.has(word)) return true;
    if (!DEMONSTRATIVES.has(word)) return false;
    const before = lower[at - 1];
    return before === undefined || at === lower.length - 1 || POINTED_BY.has(before);
  });
}

export function isSpecific(
  words: readonly string[],
  identifiers: readonly string[],
  phrases: readonly string[],
): boolean {
  if (identifiers.length > 0 || phrases.length > 0) return true;
  return words.some((word, at) => at < words.length - 1 && /^(?:named|called|titled)$/i.test(word));
}
