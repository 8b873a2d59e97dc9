import { createHash } from 'node:crypto';

/** Ids for rows that have none: a hash of what they say, and a counter for rows that say the same. */
export class RowIds {
  readonly #counts = new Map<string, number>();

  /** @param values by field, however the file writes them: the same row as a workbook and as text has one id. */
  of(values: ReadonlyMap<string, unknown>): string {
    const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
    const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
    const count = (this.#counts.get(hash) ?? 0) + 1;
    this.#counts.set(hash, count);
    return `${hash} ${count}`;
  }
}
