import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { apiKeyRevoked } from '@plimsoll/contracts/integration/key-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

export type KeyState = 'NONE' | 'MADE' | 'REVOKED';

/** Revokes a key; again writes nothing. Refuses: RecordNotFound. */
export function revokeApiKey(key: KeyState): Decision<EventOf<typeof apiKeyRevoked>> {
  if (key === 'NONE') return refuse('RecordNotFound');
  return key === 'REVOKED' ? [] : [{ type: 'ApiKeyRevoked', data: {} }];
}

export const RevokeApiKey = useCase('RevokeApiKey', (_, keyGuid: string) =>
  ofOneStream<KeyState, EventOf<typeof apiKeyRevoked>>({
    stream: { kind: 'api-key', guid: keyGuid },
    initial: 'NONE',
    evolve: (_state, { type }) => (type === 'ApiKeyRevoked' ? 'REVOKED' : 'MADE'),
    decide: revokeApiKey,
  }),
);
