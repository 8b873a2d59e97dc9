/** Field errors of lists that are changed as a whole. */
export const listTexts = {
  unknown: 'There is none of this guid',
  twice: 'There is one of this guid already',
  notWhole: 'Must name each of them once',
} as const;

/**
 * Order after adding (at the end) and removing, or the requested order; null when that does not name each guid exactly
 * once.
 */
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
