import { PRODUCT_GUID } from '@plimsoll/contracts/kernel/values/ids';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { ListIncidents, ListIncidentsHandler } from './query.ts';

/** A viewer who sees everything. */
const everyone: Viewer = {
  userGuid: PRODUCT_GUID,
  isAdmin: true,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
};
/** Occurs in no description. */
const NOWHERE = '\u{10FFFD}';

/**
 * Searches a tenant's incidents for a text that none contains, so that the first user's search does not wait for cold
 * caches. The list of all tenants is one table, so the largest tenant is sufficient.
 */
export async function warmUpSearch(reader: ReadModelReader, tenant: string): Promise<void> {
  await new ListIncidentsHandler(reader).execute(new ListIncidents(tenant, everyone, { filter: { text: NOWHERE } }));
}
