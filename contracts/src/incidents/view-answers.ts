import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { incidentFilter } from './requests.ts';
import { incidentSortKeys, sortDirections } from './vocabulary.ts';
import { viewScopes } from './saved-views.ts';

export const savedView = z.strictObject({
  viewGuid: guid,
  name: z.string(),
  scope: z.enum(viewScopes),
  filter: incidentFilter,
  sortBy: z.enum(incidentSortKeys),
  sortDirection: z.enum(sortDirections),
  owner: person,
  /** Whether the asker may change or remove it. */
  mayChange: z.boolean(),
  revision: z.int(),
});
export type SavedView = z.output<typeof savedView>;
export const savedViewList = z.strictObject({ items: z.array(savedView), totalCount: z.int() });
export const savedViewAnswer = z.strictObject({ viewGuid: guid, revision: z.int() });
