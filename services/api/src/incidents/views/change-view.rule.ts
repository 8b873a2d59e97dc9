import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { MAX_SAVED_VIEWS, type ChangeViewRequest } from '@plimsoll/contracts/incidents/saved-views';
import type { savedViewChanged } from '@plimsoll/contracts/incidents/view-events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { ViewCounts } from './limited-views.ts';
import { mayManageViews, writable, type StoredView } from './saved-view.ts';

/**
 * Changes a view. Omitted fields stay; without changes nothing is written. Only the owner can make an organization's
 * view personal. Refuses: SavedViewNotFound, Forbidden, LimitReached.
 */
export function changeView(
  input: ChangeViewRequest,
  stored: StoredView,
  existing: ViewCounts,
  actor: Viewer,
): Decision<EventOf<typeof savedViewChanged>> {
  const view = writable(stored, actor);
  if ('refused' in view) return view;
  const changed = Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, view[field as keyof ChangeViewRequest]),
    ),
  ) as ChangeViewRequest;
  if (changed.scope) {
    if (!mayManageViews(changed.scope, actor) || (changed.scope === 'PERSONAL' && view.ownerGuid !== actor.userGuid))
      return refuse('Forbidden');
    if (existing[changed.scope] >= MAX_SAVED_VIEWS) return refuse('LimitReached');
  }
  return Object.keys(changed).length === 0
    ? []
    : [{ type: 'SavedViewChanged', data: { ownerGuid: view.ownerGuid, ...changed } }];
}
