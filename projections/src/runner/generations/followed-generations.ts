import type { Client } from '../follow/page-work.ts';
import { generationName, tableName, type Generation } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';

/** A generation that projectors follow, active or not. */
export interface FollowedGeneration extends Generation {
  readonly name: string;
  /** Queries read from it. */
  readonly active: boolean;
  readonly haltedAt: Date | null;
  readonly haltedWhy: string | null;
}

/** SQL that registers a generation. */
export const registration = ({ tables }: ReadModel, generation: Generation, state: 'FILLING' | 'STANDING'): string =>
  `insert into read_model_sets (name, read_model, version, generation, state, tables) values ` +
  `('${generationName(generation)}', '${generation.readModel}', ${generation.version}, ${generation.generation}, '${state}', '{${tables.map((table) => tableName(table, generation)).join(',')}}')`;

/** Lists the generations that projectors follow, of all read models in the database. */
export async function followedGenerations(client: Client): Promise<FollowedGeneration[]> {
  const { rows } = await client.query<FollowedGeneration>(`
    select s.name, s.read_model as "readModel", s.version, s.generation, s.name = m.answers as active, s.halted_at as "haltedAt", s.halted_why as "haltedWhy"
    from read_model_sets s join read_models m on m.name = s.read_model where s.state = 'STANDING' order by s.read_model, s.version, s.generation`);
  return rows;
}
