import type { AddressField } from '../url/address-fields.ts';

/** A moment in UTC, as ISO 8601. Apart from the other fields, since only those who look into the past name one, and everybody loads the others. */
export const instant: AddressField<string | undefined> = ([text]) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
