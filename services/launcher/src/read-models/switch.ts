import {
  NoOtherGeneration,
  rollbackReadModels,
  switchReadModels,
} from '@plimsoll/projections/runner/generations/switch-read-models';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';
import { readModelsOf } from './with-log.ts';

/**
 * Activates the tables beside the active ones, or those that were active before. No table changes; every process
 * notices within a second.
 */
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
