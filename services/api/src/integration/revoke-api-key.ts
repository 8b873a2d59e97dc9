import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { apiKeyRevoked } from '@plimsoll/contracts/integration/key-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { apiKeyStream } from '@plimsoll/contracts/integration/streams';
import { decider } from '../commands/decider.ts';

export type KeyState = 'NONE' | 'MADE' | 'REVOKED';

/** Revokes a key; again writes nothing. Refuses: RecordNotFound. */
export function revokeApiKey(key: KeyState): Decision<EventOf<typeof apiKeyRevoked>> {
  if (key === 'NONE') return refuse('RecordNotFound');
  return key === 'REVOKED' ? [] : [{ type: 'ApiKeyRevoked', data: {} }];
}

export const apiKeyDecider = decider({
  stream: apiKeyStream,
  initial: 'NONE' as KeyState,
  evolve: (_, { type }): KeyState => (type === 'ApiKeyRevoked' ? 'REVOKED' : 'MADE'),
});

export const RevokeApiKey = defineCommand({
  name: 'RevokeApiKey',
  useCase: (_, keyGuid: string) => singleStream({ own: apiKeyDecider.of(keyGuid), decide: revokeApiKey }),
});
