import pg from 'pg';
import { askTogether } from '@plimsoll/postgres/ask-together';
import { rowTypes } from '../runner/tables/column-values.ts';

/** A question in SQL. A named one is planned once on each connection; a name belongs to one text. */
export interface ReadStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a transaction is about: `plimsoll.tenant`, `plimsoll.user` (what is a person's own in every organization), or `plimsoll.tenants`. */
export type About = { readonly tenant: string } | { readonly user: string } | { readonly tenants: readonly string[] };

/** What is asked about one. */
export interface Questions {
  readonly about: About;
  readonly statements: readonly ReadStatement[];
}

const SETTINGS = ['tenant', 'user', 'tenants'] as const;

/** @throws a TypeError when somebody is not a guid. */
function settingOf(about: About): { readonly setting: string; readonly value: string } {
  const [[setting, value]] = Object.entries(about) as [[string, string | readonly string[]]];
  for (const guid of [value].flat()) if (!GUID.test(guid)) throw new TypeError(`plimsoll.${setting} must be a guid`);
  return { setting, value: typeof value === 'string' ? value : `{${value.join(',')}}` };
}

const TURN = `select ${SETTINGS.map((name, index) => `set_config('plimsoll.${name}', $${index + 1}, true)`).join(', ')}`;

/** From here on a transaction is about another, and about nothing that it was about before. */
function turnTo(about: About): pg.QueryConfig {
  const { setting, value } = settingOf(about);
  return { name: 'turn to another', text: TURN, values: SETTINGS.map((name) => (name === setting ? value : '')) };
}

/**
 * Asks several things at once, in one transaction that is set to what it is about, and nothing else on the connection is.
 * Values are as in `column-values.ts`. Throws a TypeError when somebody is not a guid, and what the database says.
 */
export async function readAbout(
  pool: pg.Pool,
  about: About,
  statements: readonly ReadStatement[],
  isolation = '',
): Promise<object[][]> {
  return (await readTogether(pool, [{ about, statements }], isolation))[0]!;
}

/** The same about one after the other. What one of them is refused all are refused for. @returns the answers of each. */
export async function readTogether(
  pool: pg.Pool,
  questions: readonly Questions[],
  isolation = '',
): Promise<object[][][]> {
  const { setting, value } = settingOf(questions[0]!.about);
  const begin = `begin ${isolation} read only; select set_config('plimsoll.${setting}', '${value}', true)`;
  const asked = questions.map(({ about, statements }, index) => [
    index === 0 ? begin : turnTo(about),
    ...statements.map(({ name, text, values }) => ({
      ...(name && { name }),
      text,
      values: [...(values ?? [])],
      types: rowTypes,
    })),
  ]);
  const client = await pool.connect();
  const results = await askTogether(client, [...asked.flat(), 'commit']);
  const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  // After a refused step the end is a rollback, and the connection is good; anything else leaves one that nobody should use again.
  client.release(faults.some((fault) => !(fault instanceof pg.DatabaseError)));
  if (faults.length > 0) throw faults[0];
  let from = 0;
  return asked.map(({ length }) => {
    const answers = results
      .slice(from + 1, from + length)
      .map((result) => (result as PromiseFulfilledResult<pg.QueryResult<object>>).value.rows);
    from += length;
    return answers;
  });
}
