import type { AddressField } from '../url/address-fields.ts';

/** An instant in UTC, as ISO 8601. In a file of its own, since few pages use it and all pages load the other fields. */
export const instant: AddressField<string | undefined> = ([text]) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
