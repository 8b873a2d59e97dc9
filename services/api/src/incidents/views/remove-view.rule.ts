import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { savedViewRemoved } from '@plimsoll/contracts/incidents/view-events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { Decision } from '../../commands/decision.ts';
import { writable, type StoredView } from './saved-view.ts';

/** Removes a view. Refuses: SavedViewNotFound, Forbidden. */
export function removeView(stored: StoredView, actor: Viewer): Decision<EventOf<typeof savedViewRemoved>> {
  const view = writable(stored, actor);
  return 'refused' in view ? view : [{ type: 'SavedViewRemoved', data: {} }];
}
