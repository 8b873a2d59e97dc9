import type pg from 'pg';
import { CopyFormat, type CopiedType } from './copy-format.ts';
import type { AnyTable, ColumnType } from '../tables/table.ts';
import { inserting, written, type RowsOfTenants } from '../tables/table-statements.ts';

const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

/**
 * Writes new rows by COPY, at a third of the cost of an insert. Only for tables without row-level security, which COPY
 * cannot enforce.
 * @throws UnwritableValue, or an error of the database if a row exists (23505).
 */
export async function copyRows(
  client: Pick<pg.ClientBase, 'query'>,
  table: AnyTable,
  rows: RowsOfTenants,
): Promise<void> {
  const names = Object.keys(table.columns);
  const types = Object.values<ColumnType>(table.columns);
  if (!types.every((type): type is CopiedType => type !== 'numeric'))
    return void (await client.query(inserting(table, rows)));
  const messages = written(table, () => copyMessages(names, types, rows));
  await new Promise<void>((resolve, reject) => {
    client.query(
      new CopyIn(
        `copy ${table.name} (${['tenant', ...names].join(', ')}) from stdin (format binary)`,
        messages,
        resolve,
        reject,
      ),
    );
  });
}

function copyMessages(
  names: readonly string[],
  types: readonly CopiedType[],
  { tenants, rows }: RowsOfTenants,
): readonly Buffer[] {
  const format = new CopyFormat();
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    format.row(1 + names.length);
    format.guid(tenants[index]!);
    for (let column = 0; column < names.length; column++) format.column(types[column]!, row[names[column]!]);
  }
  return format.finish();
}

/**
 * A COPY whose data is complete: it is sent right after the statement, without waiting for the server to be ready. A
 * server that rejected the statement discards the data.
 */
class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #messages: readonly Buffer[];
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;

  constructor(text: string, messages: readonly Buffer[], resolve: () => void, reject: (error: unknown) => void) {
    this.#text = text;
    this.#messages = messages;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
    for (const message of this.#messages) connection.stream.write(message);
    connection.stream.write(COPY_DONE);
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
}
