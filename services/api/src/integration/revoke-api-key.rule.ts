import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { apiKeyRevoked } from '@plimsoll/contracts/integration/key-events';
import { refuse, type Decision } from '../commands/decision.ts';

export type KeyState = 'NONE' | 'MADE' | 'REVOKED';

/** Revokes a key; no effect if it is revoked already. Refuses: RecordNotFound. */
export function revokeApiKey(key: KeyState): Decision<EventOf<typeof apiKeyRevoked>> {
  if (key === 'NONE') return refuse('RecordNotFound');
  return key === 'REVOKED' ? [] : [{ type: 'ApiKeyRevoked', data: {} }];
}
