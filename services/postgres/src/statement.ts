import type pg from 'pg';

/** A named statement, planned once on each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export type TextRow = readonly (string | null)[];

/** Every value as the text that PostgreSQL sends; whoever reads knows the columns. */
const asText = { getTypeParser: () => (value: string | null) => value } as unknown as pg.CustomTypesConfig;

export const runStatement = async (
  client: Pick<pg.ClientBase, 'query'>,
  statement: Statement,
  values: unknown[],
): Promise<TextRow[]> =>
  (await client.query({ ...statement, values, rowMode: 'array', types: asText })).rows as TextRow[];
