import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf, signCheckpoint, type Checkpoint } from '@plimsoll/event-store/chain/checkpoint';
import { chainHash, firstHash } from '@plimsoll/event-store/chain/hash-chain';
import { signDueCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import { readStoredPage, type StoredRow } from '@plimsoll/event-store/postgres/read-page';
import pg from 'pg';
import { DAY, isList, lineOf, NEXT_DAY, SAME_DAY, SignedLog } from '../../../../tools/test/signed-log.ts';
import { signDue } from './sign-checkpoints.ts';

let log: SignedLog;

beforeAll(async () => void (log = await SignedLog.open()));
beforeEach(() => log.beginTest());
afterEach(() => log.endTest());
afterAll(() => log.close());

/**
 * Tampers as the database's owner can: changes the body or date at one position, and every hash from there to the head.
 */
async function rewriteConsistently(
  tenant: string,
  at: number,
  change = (row: StoredRow): StoredRow => ({ ...row, body: row.body.replace('scaffold', 'ladder') }),
): Promise<void> {
  const { rows } = await readStoredPage(log.admin, tenant, 0, 1_000);
  let previous = firstHash(tenant);
  for (const row of rows) {
    const written = row.position === at ? change(row) : row;
    previous = chainHash(previous, tenant, written);
    await log.admin.query(
      `update events set body = $3, hash = $4, recorded_at = 'epoch'::timestamptz + $5::bigint * interval '1 microsecond' where tenant = $1 and position = $2`,
      [tenant, row.position, written.body, previous, written.recordedAtMicros],
    );
  }
  await log.admin.query('update tenant_heads set hash = $2 where tenant = $1', [tenant, previous]);
}

describe('a log that the owner of the database has rewritten, with every hash', () => {
  let rewritten: string;
  let others: string[];
  beforeEach(async () => {
    rewritten = (await log.written(9)).tenant;
    others = [(await log.written(3)).tenant, (await log.written(4)).tenant];
    await log.sign({ organization: rewritten }, new Date('2026-11-20T09:00:00.000Z'));
    await log.sign();
    await rewriteConsistently(rewritten, 4);
  });

  const expectNamed = ({ code, lines }: { code: number; lines: string[] }) => {
    expect(code).toBe(1);
    expect(lineOf(lines, rewritten)).toMatch(
      / {2}NOT AS WRITTEN at position 9: the event is not the one that the checkpoint of 2026-11-2\dT09:00:00\.000Z names/,
    );
    for (const other of others) expect(lineOf(lines, other)).toMatch(/ {2}intact: .* signed up to position [34]$/);
    expect(lines.filter((line) => line.includes('NOT AS WRITTEN'))).toHaveLength(1);
  };

  it('passes as long as there is nothing but itself to hold it against', async () => {
    log.withoutFiles();
    await log.withoutRows();
    const { code, lines } = await log.verify();
    expect(code).toBe(0);
    expect(lineOf(lines, rewritten)).toMatch(/intact: 9 events, .* no checkpoint yet$/);
  });

  it('is named by tenant and position through the table alone', async () => {
    log.withoutFiles();
    expectNamed(await log.verify());
  });

  it('is named through the files alone, when the rows of the table are gone', async () => {
    await log.withoutRows();
    expectNamed(await log.verify());
  });

  it('is named through a copy that was kept elsewhere, when rows and files are gone', async () => {
    await log.withoutRows();
    log.withoutFiles();
    expectNamed(await log.verify({ checkpoints: join(log.dataDir, 'away') }));
    expectNamed(await log.verify({ checkpoints: join(log.dataDir, 'away', '2026-11.jsonl') }));
  });

  it('is not signed again on top of what was signed before', async () => {
    const { code, lines } = await log.sign({ organization: rewritten }, NEXT_DAY);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/NOT SIGNED: NOT AS WRITTEN at position 9/)]);
    expect((await log.admin.query('select from log_checkpoints where tenant = $1', [rewritten])).rowCount).toBe(2);
  });
});

it('a log that ends before its checkpoint is named where it ends, and one of which nothing is left as well', async () => {
  const [cut, gone] = [(await log.written(9)).tenant, (await log.written(2)).tenant];
  await log.sign();
  await log.withoutRows();
  await log.admin.query('delete from events where tenant = $1 and position > 4', [cut]);
  await log.admin.query(
    'update tenant_heads h set position = 4, hash = e.hash from events e where e.tenant = h.tenant and e.position = 4 and h.tenant = $1',
    [cut],
  );
  await log.admin.query('delete from events where tenant = $1', [gone]);
  await log.admin.query('delete from tenant_heads where tenant = $1', [gone]);
  const { code, lines } = await log.verify();
  expect(code).toBe(1);
  expect(lineOf(lines, cut)).toMatch(
    /NOT AS WRITTEN at position 5: the log ends here, but a signed checkpoint says 9 /,
  );
  expect(lineOf(lines, gone)).toMatch(
    /NOT AS WRITTEN at position 1: the log ends here, but a signed checkpoint says 2 /,
  );
});

it('a changed date with the chain rewritten from there, and a cut tail with its head, are found by checkpoints of table and file alike', async () => {
  const [dated, cut] = [(await log.written(5)).tenant, (await log.written(5)).tenant];
  await log.sign();
  await rewriteConsistently(dated, 2, (row) => ({ ...row, recordedAtMicros: row.recordedAtMicros - 1 }));
  await log.admin.query('delete from events where tenant = $1 and position > 4', [cut]);
  await log.admin.query(
    'update tenant_heads h set position = 4, hash = e.hash from events e where e.tenant = h.tenant and e.position = 4 and h.tenant = $1',
    [cut],
  );
  const expectNamed = async () => {
    const { code, lines } = await log.verify();
    expect(code).toBe(1);
    expect(lineOf(lines, dated)).toMatch(
      /NOT AS WRITTEN at position 5: the event is not the one that the checkpoint of 2026-11-21T09:00:00\.000Z names/,
    );
    expect(lineOf(lines, cut)).toMatch(
      /NOT AS WRITTEN at position 5: the log ends here, but a signed checkpoint says 5 /,
    );
  };
  await expectNamed();
  await log.withoutRows();
  await expectNamed();
});

it('verify says how far it reaches, and what can be cut unseen', async () => {
  await log.written(2);
  expect((await log.verify()).lines).toContainEqual(
    'No list of organizations is signed yet: a whole one can be removed unseen',
  );
  const { lines } = await log.verify();
  expect(lines.at(-1)).toMatch(
    /^What came after the newest checkpoint, a day at most, can be cut off or written anew unseen\. The files of DATA_DIR\/checkpoints can be deleted like the rows/,
  );
});

describe('a checkpoint is held against', () => {
  const altered = async (
    change: (checkpoint: Checkpoint) => object,
  ): Promise<{ code: number; line: string | undefined }> => {
    const { tenant } = await log.written(3);
    await log.sign();
    const file = join(log.dataDir, 'checkpoints', '2026-11.jsonl');
    const checkpoint = log.filedLines().find((line) => !isList(line)) as Checkpoint;
    await log.withoutRows();
    writeFileSync(file, `${JSON.stringify({ ...checkpoint, ...change(checkpoint) })}\n`);
    const { code, lines } = await log.verify();
    return { code, line: lineOf(lines, tenant) };
  };

  it('our key: one of another key is named by that key', async () => {
    const stranger = generateKeyPairSync('ed25519');
    const { code, line } = await altered((checkpoint) => signCheckpoint(checkpoint, stranger.privateKey));
    expect(code).toBe(1);
    expect(line).toContain(
      `NOT AS WRITTEN at position 3: the checkpoint of this position is signed by the key ${keyIdOf(stranger.publicKey)}, which is not ours`,
    );
  });

  it('its signature: what was altered after signing is named', async () => {
    const { code, line } = await altered(() => ({ time: '2026-11-20T09:00:00.000Z' }));
    expect(code).toBe(1);
    expect(line).toMatch(
      /NOT AS WRITTEN at position 3: the checkpoint of this position does not say what our key signed \(.*2026-11\.jsonl line 1\)/,
    );
  });

  it('its signature, beyond the end of the log as well: a forged length is not believed', async () => {
    const { code, line } = await altered(() => ({ position: 70 }));
    expect(code).toBe(1);
    expect(line).toContain(
      'NOT AS WRITTEN at position 70: the checkpoint of this position does not say what our key signed',
    );
  });
});

it('a line that is no checkpoint is named by file and line, and one that was broken off does not spoil the next', async () => {
  const { tenant } = await log.written(2);
  await log.sign();
  const file = join(log.dataDir, 'checkpoints', '2026-11.jsonl');
  appendFileSync(file, '{"tenant":"0189');
  await log.sign({}, SAME_DAY);
  const { code, lines } = await log.verify();
  expect(code).toBe(1);
  expect(lines.filter((line) => line.includes(' line '))).toEqual([
    expect.stringContaining(`${file} line 3: not a checkpoint`),
  ]);
  expect(lineOf(lines, tenant)).toMatch(/intact: 2 events/);
  await expect(log.verify({ checkpoints: join(log.dataDir, 'nowhere') })).rejects.toThrow(
    /there are no checkpoints at .*nowhere/,
  );
});

describe('daily checkpoints', () => {
  const signed = async (now: Date) =>
    (await signDue(log.place(), now)).flatMap((one) => ('tenant' in one ? [[one.tenant, one.position]] : []));

  it('sign every head at first, then those that have moved, once a day, whatever was restarted in between', async () => {
    const [still, moving] = [await log.written(2), await log.written(1)];
    const both = [
      [still.tenant, 2],
      [moving.tenant, 1],
    ];
    expect(await signed(DAY)).toEqual(both);
    await log.written(1, moving.tenant, moving.stream, 1);
    expect(await signed(SAME_DAY)).toEqual([]);
    expect(await signed(NEXT_DAY)).toEqual([[moving.tenant, 2]]);
    expect(await signed(new Date('2026-12-01T00:00:00.000Z'))).toEqual([]);
    expect(await log.verify()).toMatchObject({ code: 0 });
  });

  it('two processes that look at once do not both sign: the second waits for the first, and then there is nothing to sign', async () => {
    const { tenant } = await log.written(2);
    const [inTheMiddle, goOn, another] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<string>(),
    ];
    const pools = [0, 1].map(() => new pg.Pool({ connectionString: log.database.projectorUrl, max: 1 }));
    const first = signDueCheckpoints(pools[0]!, {
      signingKey: log.keys.privateKey,
      now: DAY,
      keep: () => (inTheMiddle.resolve(), goOn.promise),
    });
    await inTheMiddle.promise;
    const second = signDueCheckpoints(pools[1]!, {
      signingKey: log.keys.privateKey,
      now: SAME_DAY,
      keep: async () => another.resolve('signed as well'),
    });
    const waits = async () => {
      while (
        !(
          await log.admin.query(
            "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
          )
        ).rowCount
      )
        await new Promise((done) => setTimeout(done, 10));
      return 'waits';
    };
    expect(await Promise.race([waits(), another.promise])).toBe('waits');
    goOn.resolve();
    expect((await first).map((one) => one.tenant)).toEqual([tenant]);
    expect(await second).toEqual([]);
    expect((await log.admin.query('select from log_checkpoints')).rowCount).toBe(1);
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('are stored in monthly files that only the owner can read, equal to the table', async () => {
    const { tenant, stream } = await log.written(2);
    await signed(DAY);
    await log.written(1, tenant, stream, 2);
    await signed(new Date('2026-12-01T00:00:00.000Z'));
    const folder = join(log.dataDir, 'checkpoints');
    expect(readdirSync(folder).sort()).toEqual(['2026-11.jsonl', '2026-12.jsonl']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const filed = log.filedLines().filter((line) => !isList(line)) as Checkpoint[];
    const { rows } = await log.admin.query(
      "select position::integer, encode(hash, 'hex') as hash, key_id, encode(signature, 'base64') as signature from log_checkpoints order by position",
    );
    expect(filed.map(({ position, hash, keyId, signature }) => ({ position, hash, key_id: keyId, signature }))).toEqual(
      rows.map((row) => ({ ...row, signature: row.signature.replaceAll('\n', '') })),
    );
    expect(filed[0]!.keyId).toBe(keyIdOf(log.keys.publicKey));
  });

  it('a checkpoint that cannot be filed is not in the table either, and is signed when it can be', async () => {
    const { tenant } = await log.written(2);
    writeFileSync(join(log.dataDir, 'checkpoints'), 'in the way');
    await expect(signed(DAY)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect((await log.admin.query('select from log_checkpoints')).rowCount).toBe(0);
    rmSync(join(log.dataDir, 'checkpoints'));
    expect(await signed(DAY)).toEqual([[tenant, 2]]);
  });
});
