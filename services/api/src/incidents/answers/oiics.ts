import bodyPart from '@plimsoll/contracts/oiics/body-part.json' with { type: 'json' };
import event from '@plimsoll/contracts/oiics/event.json' with { type: 'json' };
import nature from '@plimsoll/contracts/oiics/nature.json' with { type: 'json' };
import source from '@plimsoll/contracts/oiics/source.json' with { type: 'json' };

const codesOf = (rows: unknown): ReadonlySet<string> =>
  new Set((rows as [code: string, title: string, level: number][]).map(([code]) => code));

/** Codes of OIICS 2, by the injury field that takes them. */
export const oiicsCodes = {
  nature: codesOf(nature),
  bodyPart: codesOf(bodyPart),
  source: codesOf(source),
  event: codesOf(event),
} as const;
