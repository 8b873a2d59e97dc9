/** Letters alone: case, spaces and invisible characters do not matter. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, '');

/** Whether a typed signature is this person's name, ignoring case and spaces. */
export const isSignedBy = (typed: string, name: string): boolean =>
  folded(typed) !== '' && folded(typed) === folded(name);
