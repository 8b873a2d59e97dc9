import { z } from 'zod';
import { channelFields } from './channel.ts';
import { startingPoints } from './kafka-events.ts';

const asked = { isEnabled: z.boolean(), ...channelFields, startFrom: z.enum(startingPoints) } as const;

export const setKafkaExportRequest = z.strictObject(asked);
export type SetKafkaExportRequest = z.output<typeof setKafkaExportRequest>;

/** Settings and state of the export to Kafka. */
export const kafkaExport = z.strictObject({
  ...asked,
  /** Whether this installation has brokers at all. */
  isConfigured: z.boolean(),
  topics: z.array(z.string()),
  /** Up to here brokers have taken what there was to tell; null before it has begun. */
  position: z.int().min(0).nullable(),
  /** So many positions of the log it is behind; null before it has begun. */
  lag: z.int().min(0).nullable(),
  /** What holds it up now. */
  fault: z.string().nullable(),
});
export type KafkaExport = z.output<typeof kafkaExport>;
