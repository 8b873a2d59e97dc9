import type { ViewFacts } from '@plimsoll/contracts/incidents/view-events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { savedViewStream } from '@plimsoll/contracts/incidents/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';

/** A saved view from its stream. GONE when it was removed, or erased with its owner. */
export type StoredView =
  | { readonly state: 'NONE' | 'GONE' }
  | ({ readonly state: 'KEPT'; readonly ownerGuid: string } & ViewFacts);
export type ActiveView = Extract<StoredView, { state: 'KEPT' }>;

const noView: StoredView = { state: 'NONE' };

function evolveView(view: StoredView, event: RecordedOf<typeof savedViewStream>): StoredView {
  if (event.type === 'SavedViewCreated') {
    const { viewGuid: _, ...facts } = event.data;
    return event.data.filter === null ? { state: 'GONE' } : { state: 'KEPT', ...facts };
  }
  if (view.state !== 'KEPT' || event.type === 'SavedViewRemoved') return { state: 'GONE' };
  return event.data.filter === null ? { state: 'GONE' } : { ...view, ...event.data };
}

export const savedViewDecider = decider({ stream: savedViewStream, initial: noView, evolve: evolveView });

/** Whether the actor may create, change and remove views of a scope. Personal views need no permission. */
export const mayManageViews = (scope: ViewFacts['scope'], actor: Viewer): boolean =>
  scope === 'PERSONAL' || holds(actor, 'UPDATE_ORGANIZATION');

/**
 * A view that the actor may change. Refuses: SavedViewNotFound, also for others' personal views, whose existence is
 * hidden; Forbidden.
 */
export function writable(view: StoredView, actor: Viewer): ActiveView | Refusal {
  if (view.state !== 'KEPT' || (view.scope === 'PERSONAL' && view.ownerGuid !== actor.userGuid))
    return refuse('SavedViewNotFound');
  return mayManageViews(view.scope, actor) ? view : refuse('Forbidden');
}
