import type pg from 'pg';

/** A named statement, prepared once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export type TextRow = readonly (string | null)[];

/** Leaves every value as the text that PostgreSQL sends; the caller knows the columns' types. */
const asText = { getTypeParser: () => (value: string | null) => value } as unknown as pg.CustomTypesConfig;

export const runStatement = async (
  client: Pick<pg.ClientBase, 'query'>,
  statement: Statement,
  values: unknown[],
): Promise<TextRow[]> =>
  (await client.query({ ...statement, values, rowMode: 'array', types: asText })).rows as TextRow[];
