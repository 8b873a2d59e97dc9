/** What is said of lists that are changed all at once. */
export const listTexts = {
  unknown: 'There is none of this guid',
  twice: 'There is one of this guid already',
  notWhole: 'Must name each of them once',
} as const;

/** The order once some were added (at the end) and some removed, or as it is asked for; null where that does not name each once. */
export function orderAfter(
  before: readonly string[],
  added: readonly string[],
  removed: readonly string[],
  asked: readonly string[] | undefined,
): string[] | null {
  const all = [...before, ...added].filter((guid) => !removed.includes(guid));
  if (!asked) return all;
  return asked.length === all.length &&
    new Set(asked).size === asked.length &&
    asked.every((guid) => all.includes(guid))
    ? [...asked]
    : null;
}
