import type { Configuration } from './configuration.ts';
import type { Database } from './database.ts';
import type { Keys } from './secrets.ts';

/** Resources of a command: the database is open and its roles can log in. */
export interface Workplace {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly keys: Keys;
}
