import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { legalHoldReleased } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { LegalHolds } from './legal-holds.ts';

export type Release = EventOf<typeof legalHoldReleased>['data'];

/** Releases a hold; a released one writes nothing. Refuses: RecordNotFound. */
export function releaseLegalHold(release: Release, holds: LegalHolds): Decision<EventOf<typeof legalHoldReleased>> {
  const known = holds.get(release.holdGuid);
  if (!known) return refuse('RecordNotFound');
  return known.isReleased ? [] : [{ type: 'LegalHoldReleased', data: release }];
}
