import type { Client } from '../follow/page-work.ts';
import { setName, tableName, type ReadModelSet } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';

/** A set of tables that is followed. */
export interface StandingSet extends ReadModelSet {
  readonly name: string;
  /** Questions are answered from it. */
  readonly answers: boolean;
  readonly haltedAt: Date | null;
  readonly haltedWhy: string | null;
}

/** Writes a set down, in SQL. */
export const registration = ({ tables }: ReadModel, set: ReadModelSet, state: 'FILLING' | 'STANDING'): string =>
  `insert into read_model_sets (name, read_model, version, generation, state, tables) values ` +
  `('${setName(set)}', '${set.readModel}', ${set.version}, ${set.generation}, '${state}', '{${tables.map((table) => tableName(table, set)).join(',')}}')`;

/** The sets that stand, of all read models that the database knows. */
export async function standingSets(client: Client): Promise<StandingSet[]> {
  const { rows } = await client.query<StandingSet>(`
    select s.name, s.read_model as "readModel", s.version, s.generation, s.name = m.answers as answers, s.halted_at as "haltedAt", s.halted_why as "haltedWhy"
    from read_model_sets s join read_models m on m.name = s.read_model where s.state = 'STANDING' order by s.read_model, s.version, s.generation`);
  return rows;
}
