import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { apiKeyStream } from '@plimsoll/contracts/integration/streams';
import { decider } from '../commands/decider.ts';
import { type KeyState, revokeApiKey } from './revoke-api-key.rule.ts';

const apiKeyDecider = decider({
  stream: apiKeyStream,
  initial: 'NONE' as KeyState,
  evolve: (key, { type }): KeyState =>
    type === 'ApiKeyOwnerChanged' ? key : type === 'ApiKeyRevoked' ? 'REVOKED' : 'MADE',
});

export const RevokeApiKey = defineCommand({
  name: 'RevokeApiKey',
  useCase: (_, keyGuid: string) => singleStream({ own: apiKeyDecider.of(keyGuid), decide: revokeApiKey }),
});
