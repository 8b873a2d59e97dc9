import type { GrantEvent } from '@plimsoll/contracts/auditors/grant-events';
import { auditorGrantStream } from '@plimsoll/contracts/auditors/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** State of a grant for deciders. */
export interface AuditorGrantState {
  readonly state: 'NONE' | 'ACTIVE' | 'LOCKED' | 'REVOKED';
  readonly expiresAt: string;
}

const states = {
  AuditorGranted: 'ACTIVE',
  AuditorLocked: 'LOCKED',
  AuditorRevoked: 'REVOKED',
} as const satisfies Record<Exclude<GrantEvent['type'], 'AuditorGrantOwnerChanged'>, AuditorGrantState['state']>;

function evolveGrant(
  grant: AuditorGrantState,
  { type, data }: RecordedOf<typeof auditorGrantStream>,
): AuditorGrantState {
  if (type === 'AuditorGrantOwnerChanged') return grant;
  const { expiresAt } = grant;
  return { state: states[type], expiresAt: type === 'AuditorGranted' ? data.expiresAt : expiresAt };
}

export const auditorGrantDecider = decider({
  stream: auditorGrantStream,
  initial: { state: 'NONE', expiresAt: '' } as AuditorGrantState,
  evolve: evolveGrant,
});

/** Whether a grant has passed its end date. */
export const hasExpired = ({ expiresAt }: Pick<AuditorGrantState, 'expiresAt'>, now: Date): boolean =>
  Date.parse(expiresAt) <= now.getTime();
