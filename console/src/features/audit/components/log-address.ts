import { day, guid, type AddressField } from '../../../lib/url/address-fields.ts';
import { endOfDay, startOfDay } from '../../../lib/format/time.ts';

/** Where a page of a log begins. */
const before: AddressField<string | undefined> = ([given]) => (/^\d{1,15}$/.test(given ?? '') ? given : undefined);

/** What the address of either log says. */
export const sharedFields = { from: day, to: day, person: guid, record: guid, before } as const;

/** Said where a log is narrowed to a record, which no filter names. */
export const ONE_RECORD = 'Here, of one record alone.';

/** The instants of the days that are asked for, on the organization's clocks. */
export const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, zone: string) => ({
  ...(from && { from: startOfDay(from, zone) }),
  ...(to && { to: endOfDay(to, zone) }),
});

/** How many filters are on. */
export const countOf = ({ before: _, ...filters }: Readonly<Record<string, unknown>>): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
