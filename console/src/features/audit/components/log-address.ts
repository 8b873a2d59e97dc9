import { day, guid, type AddressField } from '../../../lib/url/address-fields.ts';
import { endOfDay, startOfDay } from '../../../lib/format/time.ts';

/** Cursor of a page of a log. */
const before: AddressField<string | undefined> = ([given]) => (/^\d{1,15}$/.test(given ?? '') ? given : undefined);

/** URL fields that both logs share. */
export const sharedFields = { from: day, to: day, person: guid, record: guid, before } as const;

/** Shown when a log is limited to one record, for which there is no filter control. */
export const ONE_RECORD = 'Here, of one record alone.';

/** Converts a range of days to instants in the organization's time zone. */
export const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, zone: string) => ({
  ...(from && { from: startOfDay(from, zone) }),
  ...(to && { to: endOfDay(to, zone) }),
});

/** Number of active filters. */
export const countOf = ({ before: _, ...filters }: Readonly<Record<string, unknown>>): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
