import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { MAX_SAVED_VIEWS } from '@plimsoll/contracts/incidents/saved-views';
import type { savedViewCreated, ViewFacts } from '@plimsoll/contracts/incidents/view-events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import { mayManageViews, type StoredView } from './saved-view.ts';

/**
 * Saves a list as a named view. Refuses: DuplicateGuid, Forbidden, LimitReached. @param existing number of views in the
 * same scope
 */
export function saveView(
  viewGuid: string,
  view: ViewFacts,
  existing: number,
  stored: StoredView,
  actor: Viewer,
): Decision<EventOf<typeof savedViewCreated>> {
  if (stored.state !== 'NONE') return refuse('DuplicateGuid');
  if (!mayManageViews(view.scope, actor)) return refuse('Forbidden');
  if (existing >= MAX_SAVED_VIEWS) return refuse('LimitReached');
  return [{ type: 'SavedViewCreated', data: { viewGuid, ownerGuid: actor.userGuid, ...view } }];
}
