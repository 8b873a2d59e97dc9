import type { Level } from '@plimsoll/contracts/integration/channel';
import type { StartingPoint } from '@plimsoll/contracts/integration/kafka-events';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

/** One row per organization that has configured its Kafka export. */
export const kafkaExportTable = table('kafka_export', {
  key: [],
  columns: {
    is_enabled: 'boolean',
    level: of<Level>('text'),
    include_sensitive: 'boolean',
    start_from: of<StartingPoint>('text'),
    begins_after: 'bigint?',
  },
  comments: { begins_after: 'the position that the first enabling begins after; null before that' },
});
export type KafkaExportRow = RowOf<typeof kafkaExportTable>;

/** The Kafka export of an organization. */
export const kafkaExports = defineReadModel({
  name: 'kafka-export',
  version: 1,
  tables: [kafkaExportTable],
  reads: [kafkaExportTable],
  priority: 'authorization',
  on: {
    KafkaExportSet({ position, data: { isEnabled, level, includeSensitive, startFrom } }, rows) {
      const first = isEnabled ? (startFrom === 'NOW' ? position : 0) : null;
      rows.put(kafkaExportTable, {
        is_enabled: isEnabled,
        level,
        include_sensitive: includeSensitive,
        start_from: startFrom,
        begins_after: rows.get(kafkaExportTable)?.begins_after ?? first,
      });
    },
  },
});
