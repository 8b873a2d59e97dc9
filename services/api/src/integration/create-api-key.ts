import { QueryBus } from '@nestjs/cqrs';
import { apiKeyStream } from '@plimsoll/contracts/integration/streams';
import { ListApiKeys } from '@plimsoll/projections/integration/api-key-list/query';
import { existence } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { LimitedRecords, placesUnder, type RecordLimit } from '../commands/limited-records.ts';
import { statusOf } from './api-keys.ts';
import { type NewApiKey, createApiKey } from './create-api-key.rule.ts';

const apiKeyExistence = existence(apiKeyStream);

const apiKeyLimit: RecordLimit = { kind: 'api-key', types: ['ApiKeyCreated'] };
export const apiKeyPlaces = placesUnder(apiKeyLimit);

/** @param today in the organization's time zone. */
export const CreateApiKey = defineCommand({
  name: 'CreateApiKey',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, key: NewApiKey, today: string) => {
    const { tenant, actor } = envelope;
    return limited.execute(store, envelope, {
      own: apiKeyExistence.of(key.keyGuid),
      limit: apiKeyLimit.kind,
      readModels: ['change-log', 'api-key-list'],
      newest: () => limited.newestOf(tenant, apiKeyLimit),
      count: async () =>
        (await queries.execute(new ListApiKeys(tenant))).filter((row) => statusOf(row, today) === 'ACTIVE').length,
      decide: (isThere, activeCount) => createApiKey(key, isThere, actor, { today, activeCount }),
    });
  },
});
