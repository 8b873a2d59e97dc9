import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const ROW_BYTES = 700;
const CLIENTS = 64;

export const PGBENCH_PEER = `pgbench -M prepared -c${CLIENTS} -j2: one durable row of ${ROW_BYTES} bytes, rows/s`;

/** Finds pgbench on PATH or in Debian's packages, newest first; undefined if it is missing. */
export function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const packaged = listed(debian)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(debian, version, 'bin'));
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...packaged];
  return folders.map((folder) => join(folder, 'pgbench')).find(isExecutable);
}

/** Measures single-row durable inserts by many clients: the reference for everything that writes. */
export class PgbenchPeer {
  readonly #program: string;
  readonly #url: string;

  private constructor(program: string, url: string) {
    this.#program = program;
    this.#url = url;
  }

  /**
   * Creates the peer's table.
   * @param url a superuser's, of a database whose server has fsync, synchronous_commit and full_page_writes on.
   * @throws if those are off, or pgbench is missing.
   */
  static async open(url: string): Promise<PgbenchPeer> {
    const program = findPgbench();
    if (!program) throw new Error('pgbench is neither on PATH nor in /usr/lib/postgresql/*/bin');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
        const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
        if (rows[0]?.[setting] !== 'on')
          throw new Error(`${setting} is ${rows[0]?.[setting]}: the figures would say nothing`);
      }
      await client.query(
        'create table durable_rows (id bigserial primary key, stream uuid not null, body text not null)',
      );
    } finally {
      await client.end();
    }
    return new PgbenchPeer(program, url);
  }

  /** Returns rows/s over that many seconds. */
  async run(seconds: number): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-pgbench-'));
    try {
      const script = join(folder, 'insert.sql');
      writeFileSync(
        script,
        `insert into durable_rows (stream, body) values (gen_random_uuid(), '${'x'.repeat(ROW_BYTES)}');\n`,
      );
      const { stdout } = await promisify(execFile)(this.#program, [
        '-n',
        '-M',
        'prepared',
        `-c${CLIENTS}`,
        '-j2',
        `-T${seconds}`,
        '-f',
        script,
        this.#url,
      ]);
      const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (!rate) throw new Error(`pgbench wrote nothing in ${seconds} s: ${stdout}`);
      return Number(rate);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
