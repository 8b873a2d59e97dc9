import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { incidentFilter } from './requests.ts';
import { incidentSortKeys, sortDirections } from './vocabulary.ts';

/** How many views a person may keep for themselves, and an organization for all. */
export const MAX_SAVED_VIEWS = 100;

/** Who sees a view in their list: its owner, or everybody. */
export const viewScopes = ['PERSONAL', 'ORGANIZATION'] as const;
export type ViewScope = (typeof viewScopes)[number];

const asked = {
  name: safeText.trim().min(1).max(100).refine(isOneLine),
  scope: z.enum(viewScopes),
  filter: incidentFilter,
  sortBy: z.enum(incidentSortKeys),
  sortDirection: z.enum(sortDirections),
} as const;

export const saveViewRequest = z.strictObject(asked);
/** Omitted fields stay unchanged. */
export const changeViewRequest = z.strictObject(asked).partial();
export type ChangeViewRequest = z.output<typeof changeViewRequest>;

export const savedViewParams = z.strictObject({ orgGuid: guid, viewGuid: guid });
