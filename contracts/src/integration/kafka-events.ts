import { z } from 'zod';
import { defineEvent } from '../kernel/domain-event.ts';
import { channelFields } from './channel.ts';

/** Where the first enabling begins: at what happens from then on, or with the first event of the log. */
export const startingPoints = ['NOW', 'BEGINNING'] as const;
export type StartingPoint = (typeof startingPoints)[number];

/**
 * How an organization's events go to Kafka from now on, all of it. Stream: of kind kafka-export, one for each
 * organization.
 */
export const kafkaExportSet = defineEvent(
  'KafkaExportSet',
  z.strictObject({ isEnabled: z.boolean(), ...channelFields, startFrom: z.enum(startingPoints) }),
);

export const kafkaEvents = [kafkaExportSet] as const;
