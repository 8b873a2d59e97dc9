import {
  NoOtherGeneration,
  rollbackReadModels,
  switchReadModels,
} from '@plimsoll/projections/runner/generations/switch-read-models';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';
import { readModelsOf } from './with-log.ts';

/** Lets the tables beside answer, or those that answered before. No table is touched; every process heeds it within a second. */
export async function switchProjections(
  { database }: Workplace,
  names: readonly string[],
  way: 'switch' | 'rollback',
): Promise<number> {
  readModelsOf(names);
  const answerFrom = way === 'switch' ? switchReadModels : rollbackReadModels;
  try {
    const switched = await answerFrom({
      projectorUrl: database.projectorUrl,
      ...(names.length > 0 && { readModels: names }),
    });
    for (const { from, to } of switched) console.log(`${to} answers instead of ${from}`);
    return 0;
  } catch (error) {
    throw error instanceof NoOtherGeneration ? new PlainError(error.message) : error;
  }
}
