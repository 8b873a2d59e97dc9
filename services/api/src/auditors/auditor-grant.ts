import type { GrantEvent } from '@plimsoll/contracts/auditors/grant-events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Folded } from '../commands/execute.ts';

/** A grant as its decisions need it. */
export interface AuditorGrantState {
  readonly state: 'NONE' | 'ACTIVE' | 'LOCKED' | 'REVOKED';
  readonly expiresAt: string;
}

const states = {
  AuditorGranted: 'ACTIVE',
  AuditorLocked: 'LOCKED',
  AuditorRevoked: 'REVOKED',
} as const satisfies Record<GrantEvent['type'], AuditorGrantState['state']>;

function evolve({ expiresAt }: AuditorGrantState, event: RecordedEvent): AuditorGrantState {
  const { type, data } = event as unknown as GrantEvent;
  return { state: states[type], expiresAt: type === 'AuditorGranted' ? data.expiresAt : expiresAt };
}

/** The stream of a grant, and how it is folded. */
export const foldedGrant = (grantGuid: string): Folded<AuditorGrantState> => ({
  stream: { kind: 'auditor-grant', guid: grantGuid },
  initial: { state: 'NONE', expiresAt: '' },
  evolve,
});

/** Whether a grant has come to its end by itself. */
export const hasExpired = ({ expiresAt }: Pick<AuditorGrantState, 'expiresAt'>, now: Date): boolean =>
  Date.parse(expiresAt) <= now.getTime();
