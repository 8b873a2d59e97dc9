import type { QueryBus } from '@nestjs/cqrs';
import type { ViewScope } from '@plimsoll/contracts/incidents/saved-views';
import { ListSavedViews } from '@plimsoll/projections/incidents/incident-view-list/query';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import {
  placesUnder,
  type LimitedRecords,
  type LimitedUseCase,
  type RecordLimit,
} from '../../commands/limited-records.ts';
import { savedViewDecider, type StoredView } from './saved-view.ts';

const viewLimit: RecordLimit = { kind: 'saved-view', types: ['SavedViewCreated', 'SavedViewChanged'] };
export const viewPlaces = placesUnder(viewLimit);

/** Number of views that the actor sees, by scope. */
export type ViewCounts = Readonly<Record<ViewScope, number>>;

/** The part of a use case that counts views: a new one takes a place, and one that changes its scope. */
export const limitedViews = (
  { tenant, actor }: CommandEnvelope,
  viewGuid: string,
  limited: LimitedRecords,
  queries: QueryBus,
): Omit<LimitedUseCase<StoredView, ViewCounts, never>, 'decide' | 'takesPlace'> => ({
  own: savedViewDecider.of(viewGuid),
  limit: viewLimit.kind,
  readModels: ['change-log', 'incident-view-list'],
  newest: () => limited.newestOf(tenant, viewLimit),
  count: async () => {
    const seen = await queries.execute(new ListSavedViews(tenant, actor.userGuid));
    const organization = seen.filter(({ scope }) => scope === 'ORGANIZATION').length;
    return { ORGANIZATION: organization, PERSONAL: seen.length - organization };
  },
});
