import { personName } from '@plimsoll/contracts/identity/requests';
import { emailAddress } from '@plimsoll/contracts/kernel/values/email-address';

/** A person to invite. */
export interface Invitee {
  readonly recipientName: string;
  readonly recipientEmailAddress: string;
}

/** Maximum number of people invited at once. */
export const MAX_INVITEES = 100;

const ADDRESS = /[^\s<>,;:"()[\]]+@[^\s<>,;:"()[\]]*/g;

/** Punctuation around a name, as mail programs and spreadsheets write it. */
const AROUND = /^[\s<>,;:"'()[\]]+|[\s<>,;:"'()[\]]+$/g;

/** A name from an address: "bo.reef+site@example.com" gives "Bo Reef". */
const nameFrom = (address: string): string =>
  address
    .slice(0, address.lastIndexOf('@'))
    .replace(/\+.*$/, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Entries of a text: one per line or semicolon; several addresses in one entry are separated by commas. */
const entriesOf = (text: string): string[] =>
  text
    .split(/[\n\r;]+/)
    .flatMap((line) => ((line.match(ADDRESS)?.length ?? 0) > 1 ? line.split(',') : [line]))
    .map((entry) => entry.trim())
    .filter((entry) => entry.replace(AROUND, '') !== '');

function readEntry(entry: string): Invitee | string {
  const [found] = entry.match(ADDRESS) ?? [];
  const address = emailAddress.safeParse(found);
  if (!found || !address.success) return `“${entry}” has no valid email address`;
  const name = personName.safeParse(
    entry.replace(found, ' ').replace(AROUND, '').replace(/\s+/g, ' ') || nameFrom(found),
  );
  if (!name.success || !name.data) return `Add a name before ${address.data}`;
  return { recipientName: name.data, recipientEmailAddress: address.data };
}

/**
 * Reads the people to invite from a typed or pasted text: "bo@example.com", "Bo Reef bo@example.com" or "Bo Reef
 * <bo@example.com>". An address that occurs again is read once. Without a name, the address gives it.
 */
export function readInvitees(text: string): { invitees: readonly Invitee[]; errors: readonly string[] } {
  const read = entriesOf(text).map(readEntry);
  const byAddress = new Map<string, Invitee>();
  for (const one of read) {
    if (typeof one === 'string') continue;
    const key = one.recipientEmailAddress.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, one);
  }
  return { invitees: [...byAddress.values()], errors: read.filter((one) => typeof one === 'string') };
}

/** The line that reads as this person. */
export const lineOf = ({ recipientName, recipientEmailAddress }: Invitee): string =>
  `${recipientName} <${recipientEmailAddress}>`;
