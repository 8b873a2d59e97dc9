/**
 * The If-Match header: the revision that a change is made upon, with or without quotation marks. Its first group has
 * the digits.
 */
export const REVISION_TAG = /^(?:W\/)?"?(\d{1,9})"?$/;
