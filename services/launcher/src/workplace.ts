import type { Configuration } from './configuration.ts';
import type { Database } from './database.ts';
import type { Keys } from './secrets.ts';

/** What a command works with: the database is open, its roles can log in. */
export interface Workplace {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly keys: Keys;
}
