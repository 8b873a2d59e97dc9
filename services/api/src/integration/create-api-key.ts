import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { apiKeyStream } from '@plimsoll/contracts/integration/streams';
import { existence } from '../commands/decider.ts';
import { type NewApiKey, type KeyFacts, createApiKey } from './create-api-key.rule.ts';

const apiKeyExistence = existence(apiKeyStream);

export const CreateApiKey = defineCommand({
  name: 'CreateApiKey',
  useCase: ({ actor }, key: NewApiKey, facts: KeyFacts) =>
    singleStream({
      own: apiKeyExistence.of(key.keyGuid),
      decide: (isThere) => createApiKey(key, isThere, actor, facts),
    }),
});
