import { PRODUCT_GUID } from '@plimsoll/contracts/kernel/values/ids';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { ListIncidents, ListIncidentsHandler } from './query.ts';

/** Sees everything. */
const everyone: Viewer = {
  userGuid: PRODUCT_GUID,
  isAdmin: true,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
};
/** No description has it. */
const NOWHERE = '\u{10FFFD}';

/**
 * Looks through a tenant's incidents for a text that none has: what the database has to fetch and to learn for it, the first
 * who searches would wait for. The list of all tenants is one table, so that of the largest one is enough.
 */
export async function warmUpSearch(reader: ReadModelReader, tenant: string): Promise<void> {
  await new ListIncidentsHandler(reader).execute(new ListIncidents(tenant, everyone, { filter: { text: NOWHERE } }));
}
