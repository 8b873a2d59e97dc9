import type { SetKafkaExportRequest } from '@plimsoll/contracts/integration/kafka';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { kafkaExportStream } from '@plimsoll/contracts/integration/streams';
import { decider } from '../commands/decider.ts';
import { setKafkaExport } from './set-kafka-export.rule.ts';

const kafkaExportDecider = decider({
  stream: kafkaExportStream,
  initial: null as SetKafkaExportRequest | null,
  evolve: (_, { data }): SetKafkaExportRequest => data,
  guid: (tenant: string) => nameBasedGuid('kafka-export', tenant),
});

export const SetKafkaExport = defineCommand({
  name: 'SetKafkaExport',
  useCase: ({ tenant, actor }, input: SetKafkaExportRequest, isConfigured: boolean) =>
    singleStream({
      own: kafkaExportDecider.of(tenant),
      decide: (current) => setKafkaExport(input, current, actor, isConfigured),
    }),
});
