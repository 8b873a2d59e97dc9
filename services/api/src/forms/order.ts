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
  requested: readonly string[] | undefined,
): string[] | null {
  const all = [...before, ...added].filter((guid) => !removed.includes(guid));
  if (!requested) return all;
  return requested.length === all.length &&
    new Set(requested).size === requested.length &&
    requested.every((guid) => all.includes(guid))
    ? [...requested]
    : null;
}
