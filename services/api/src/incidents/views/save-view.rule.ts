import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { MAX_SAVED_VIEWS } from '@plimsoll/contracts/incidents/saved-views';
import type { savedViewCreated, ViewFacts } from '@plimsoll/contracts/incidents/view-events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import { mayKeepFor, type StoredView } from './saved-view.ts';

/** Keeps a list by a name. @param existing how many of the scope there are. Refuses: DuplicateGuid, Forbidden, LimitReached. */
export function saveView(
  viewGuid: string,
  view: ViewFacts,
  existing: number,
  stored: StoredView,
  actor: Viewer,
): Decision<EventOf<typeof savedViewCreated>> {
  if (stored.state !== 'NONE') return refuse('DuplicateGuid');
  if (!mayKeepFor(view.scope, actor)) return refuse('Forbidden');
  if (existing >= MAX_SAVED_VIEWS) return refuse('LimitReached');
  return [{ type: 'SavedViewCreated', data: { viewGuid, ownerGuid: actor.userGuid, ...view } }];
}
