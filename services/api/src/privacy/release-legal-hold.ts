import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { legalHoldReleased } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { legalHoldDecider, type LegalHolds } from './legal-holds.ts';

export type Release = EventOf<typeof legalHoldReleased>['data'];

/** Releases a hold; again writes nothing. Refuses: RecordNotFound. */
export function releaseLegalHold(release: Release, holds: LegalHolds): Decision<EventOf<typeof legalHoldReleased>> {
  const known = holds.get(release.holdGuid);
  if (!known) return refuse('RecordNotFound');
  return known.isReleased ? [] : [{ type: 'LegalHoldReleased', data: release }];
}

export const ReleaseLegalHold = defineCommand({
  name: 'ReleaseLegalHold',
  useCase: ({ tenant }, release: Release) =>
    singleStream({ own: legalHoldDecider.of(tenant), decide: (holds) => releaseLegalHold(release, holds) }),
});
