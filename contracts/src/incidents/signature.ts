/** Letters alone: case, spaces and invisible characters do not matter. */
const normalizedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, '');

/** Whether a typed signature is this person's name, ignoring case and spaces. */
export const isSignedBy = (typed: string, name: string): boolean =>
  normalizedName(typed) !== '' && normalizedName(typed) === normalizedName(name);
