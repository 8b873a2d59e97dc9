import { z } from 'zod';
import { eventMetadataSchema, type EventContract } from './domain-event.ts';

/** A format says it all; zod's patterns beside it would fill the files. */
export function leaveFormatsBare({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format && jsonSchema.pattern) delete jsonSchema.pattern;
}

/** The published JSON Schema (2020-12) of an event as it stands in the log, with personal fields marked by `personal`. */
export function eventJsonSchema(contract: EventContract) {
  return {
    $id: `plimsoll:${contract.type}:${contract.schemaVersion}`,
    ...z.toJSONSchema(
      z.strictObject({
        id: z.uuid(),
        type: z.literal(contract.type),
        schemaVersion: z.literal(contract.schemaVersion),
        data: contract.data,
        metadata: eventMetadataSchema,
      }),
      { io: 'output', override: leaveFormatsBare as never },
    ),
  };
}
