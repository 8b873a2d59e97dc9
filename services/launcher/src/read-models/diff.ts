import { diffReadModels } from '@plimsoll/projections/runner/rebuild/diff-read-models';
import type { Workplace } from '../workplace.ts';
import { readModelsOf } from './with-log.ts';

/**
 * Compares the active tables with those beside them.
 * @returns 1 if they differ, or did not reach the same position.
 */
export async function diffProjections({ database }: Workplace, names: readonly string[]): Promise<number> {
  const { differences, rows, apart } = await diffReadModels({
    projectorUrl: database.projectorUrl,
    projections: readModelsOf(names),
  });
  for (const {
    tenant,
    table,
    sets: [one, other],
    rows: all,
    differing,
    samples,
  } of differences) {
    console.log(`${one} and ${other}  ${tenant}  ${table}: ${differing} of ${all} rows differ${keysOf(samples)}`);
  }
  for (const { readModel, tenant } of apart)
    console.log(`${readModel}  ${tenant}  not compared: its sets did not come to stand at one place`);
  const compared = Object.entries(rows);
  if (compared.length === 0 && apart.length === 0)
    console.log('No read model has tables beside those that answer: see `projections rebuild`');
  else
    console.log(
      `Compared: ${compared.map(([table, count]) => `${table} ${count} rows`).join(', ') || 'nothing'}; ${differences.length === 0 ? 'no difference' : `${differences.length} differences`}`,
    );
  return differences.length > 0 || apart.length > 0 ? 1 : 0;
}

/** The end of a line that lists rows by their keys. */
export function keysOf(samples: readonly Readonly<Record<string, unknown>>[]): string {
  const keys = samples.map((key) =>
    Object.entries(key)
      .map(([column, value]) => `${column} ${String(value)}`)
      .join(' '),
  );
  return keys.length > 0 ? `, such as ${keys.join('; ')}` : '';
}
