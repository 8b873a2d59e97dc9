import { z } from 'zod';
import { timeOfDay, timeZone, yearMonth } from './values/dates.ts';
import { metadataSchemaOf, type EventContract } from './domain-event.ts';
import { unmarkedPaths } from './personal-by-default.ts';

/** A format says it all; zod's patterns beside it would fill the files. */
export function leaveFormatsBare({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format && jsonSchema.pattern) delete jsonSchema.pattern;
}

/** Texts of a form that leaves nothing to write, and that JSON Schema has no name for. */
const scalars = new Map<unknown, string>([
  [timeOfDay, 'a time of day'],
  [timeZone, 'a time zone'],
  [yearMonth, 'a month'],
]);

/**
 * The published JSON Schema (2020-12) of a stored event, with personal fields marked by `personal`.
 * @throws for a contract with a text that is marked neither `personal` nor `plain`.
 */
export function eventJsonSchema(contract: EventContract) {
  const schema = z.toJSONSchema(
    z.strictObject({
      id: z.uuid(),
      type: z.literal(contract.type),
      schemaVersion: z.literal(contract.schemaVersion),
      data: contract.data,
      metadata: metadataSchemaOf(contract),
    }),
    {
      io: 'output',
      override: ({ zodSchema, jsonSchema }) => {
        leaveFormatsBare({ jsonSchema });
        const scalar = scalars.get(zodSchema);
        if (scalar) jsonSchema['plain'] = scalar;
      },
    },
  );
  const places = unmarkedPaths(schema.properties!['data'], schema);
  if (places.length > 0) throw new Error(`${contract.type}: ${places.join('; ')}`);
  return { $id: `plimsoll:${contract.type}:${contract.schemaVersion}`, ...schema };
}
