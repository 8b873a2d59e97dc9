import { createHash, verify as verifySignature } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '@plimsoll/event-store/chain/checkpoint';
import { v7 } from 'uuid';
import { DAY, isList, lineOf, NEXT_DAY, SAME_DAY, SignedLog, type Printed } from '../../../../tools/test/signed-log.ts';
import { signDue } from './sign-checkpoints.ts';

let log: SignedLog;

beforeAll(async () => void (log = await SignedLog.open()));
beforeEach(() => log.beginTest());
afterEach(() => log.endTest());
afterAll(() => log.close());

describe('organizations are counted from all that is there and all that was signed', () => {
  const others = async () => [(await log.written(3)).tenant, (await log.written(4)).tenant];
  /** Deletes all rows of an organization from every table of the log. */
  const remove = async (tenant: string) => {
    for (const table of ['events', 'tenant_heads', 'reservations', 'subject_keys', 'log_checkpoints'])
      await log.admin.query(`delete from ${table} where tenant = $1`, [tenant]);
  };
  const named = ({ code, lines }: Printed, tenant: string, why: RegExp) => {
    expect(code).toBe(1);
    expect(lineOf(lines, tenant)).toMatch(why);
    expect(lines.filter((line) => line.includes('NOT AS WRITTEN'))).toHaveLength(1);
  };

  it('one whose head is gone is walked all the same', async () => {
    const { tenant } = await log.written(2);
    await others();
    await log.admin.query('delete from tenant_heads where tenant = $1', [tenant]);
    named(await log.verify(), tenant, / NOT AS WRITTEN at position 2: the log goes on to 2, but its head is missing$/);
  });

  it('one of which nothing is left is named through the list of the table, of the files, and of a copy', async () => {
    const { tenant } = await log.written(2);
    await others();
    await log.sign();
    await remove(tenant);
    // Remove its checkpoints from the files as well.
    const file = join(log.dataDir, 'checkpoints', '2026-11.jsonl');
    const keepLists = (path: string) =>
      writeFileSync(
        path,
        readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => !line.includes('"tenant"'))
          .join('\n'),
      );
    keepLists(file);
    const why =
      / NOT AS WRITTEN at position 1: nothing is left of the log, but the list of organizations of 2026-11-21T09:00:00\.000Z names it \(/;
    named(await log.verify(), tenant, why);
    await log.admin.query('truncate organization_lists');
    named(await log.verify(), tenant, why);
    log.withoutFiles();
    expect(await log.verify()).toMatchObject({ code: 0 });
    named(await log.verify({ checkpoints: join(log.dataDir, 'away', '2026-11.jsonl') }), tenant, why);
  });

  it('one of which a key, a reservation or a number is left is named through that', async () => {
    const found: string[] = [];
    for (const [table, columns, values] of [
      ['subject_keys', 'subject, erased_at', `'${v7()}', now()`],
      ['reservations', 'key, position', "'k', 1"],
      ['tenant_heads', 'hash, numbers', `sha256(convert_to($1::uuid::text, 'UTF8')), '{"note": 3}'`],
    ] as const) {
      const tenant = v7();
      await log.admin.query(`insert into ${table} (tenant, ${columns}) values ($1, ${values})`, [tenant]);
      const { code, lines } = await log.verify();
      expect(code).toBe(1);
      found.push(lineOf(lines, tenant)!.replace(/^.*NOT AS WRITTEN/, ''));
      await remove(tenant);
    }
    expect(found).toEqual([
      expect.stringMatching(/^ at position 0: the key of subject .* is gone, and no event says that it was erased$/),
      expect.stringMatching(/^ at position 1: nothing is left of the log, but there are rows of it in reservations$/),
      expect.stringMatching(/^ at position 0: the series of note says 3, the newest event that drew from it has 0$/),
    ]);
  });

  it('a list says how many, the digest of their guids, and those that came since the one before: in the table as in the file', async () => {
    const first = await others();
    await log.sign();
    const later = (await log.written(1)).tenant;
    await log.sign({}, NEXT_DAY);
    const lists = log.filedLines().filter(isList);
    const digestOf = (guids: string[]) =>
      createHash('sha256')
        .update(
          guids
            .sort()
            .map((guid) => `${guid}\n`)
            .join(''),
        )
        .digest('hex');
    expect(lists).toEqual([
      {
        organizations: 2,
        digest: digestOf(first),
        added: [...first].sort(),
        time: DAY.toISOString(),
        keyId: keyIdOf(log.keys.publicKey),
        signature: expect.any(String),
      },
      {
        organizations: 3,
        digest: digestOf([...first, later]),
        added: [later],
        time: NEXT_DAY.toISOString(),
        keyId: keyIdOf(log.keys.publicKey),
        signature: expect.any(String),
      },
    ]);
    for (const { organizations, digest, time, signature } of lists) {
      expect(
        verifySignature(
          null,
          Buffer.from(`plimsoll organizations 1\n${organizations}\n${digest}\n${time}\n`),
          log.keys.publicKey,
          Buffer.from(signature, 'base64'),
        ),
      ).toBe(true);
    }
    const { rows } = await log.admin.query(
      "select organizations, encode(digest, 'hex') as digest, added::text[] as added, key_id as \"keyId\", translate(encode(signature, 'base64'), E'\\n', '') as signature from organization_lists order by signed_at",
    );
    expect(rows).toEqual(lists.map(({ time: _, ...rest }) => rest));
    expect((await log.verify()).lines).toContainEqual(
      expect.stringMatching(
        /^3 organizations were signed 2026-11-22T00:00:00\.000Z; one that came later can be removed unseen$/,
      ),
    );
  });

  it.each([
    ['how many', 'organizations = organizations - 1', /does not say what our key signed/],
    ['the digest', "digest = sha256('x')", /does not say what our key signed/],
    ['its time', "signed_at = signed_at - interval '1 day'", /does not say what our key signed/],
    [
      'its signature',
      'signature = set_byte(signature, 3, get_byte(signature, 3) # 1)',
      /does not say what our key signed/,
    ],
    ['its key', "key_id = '0123456789abcdef'", /is signed by the key 0123456789abcdef, which is not ours/],
  ])('a list that was altered in %s is named', async (_, change, why) => {
    await others();
    await log.sign();
    log.withoutFiles();
    await log.admin.query(`update organization_lists set ${change}`);
    const { code, lines } = await log.verify();
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(why)]);
  });

  it('one that was taken out of what a list added is missed all the same: the rest does not give the digest', async () => {
    const [gone] = await others();
    await log.sign();
    log.withoutFiles();
    await log.admin.query('update organization_lists set added = array_remove(added, $1::uuid)', [gone]);
    expect(await log.verify()).toMatchObject({ code: 0 });
    await remove(gone!);
    const { code, lines } = await log.verify();
    expect([code, lines[0]]).toEqual([
      1,
      expect.stringMatching(
        /^the list of organizations of .* names 2, and there are 1: .* do not give what was signed \(in the table organization_lists\)$/,
      ),
    ]);
  });

  it("a month's file alone is enough, as long as nothing is missing", async () => {
    await others();
    await log.sign();
    await log.written(2);
    await log.sign({}, new Date('2026-12-01T09:00:00.000Z'));
    await log.withoutRows();
    log.withoutFiles();
    expect(await log.verify({ checkpoints: join(log.dataDir, 'away', '2026-12.jsonl') })).toMatchObject({ code: 0 });
  });

  it('no list is signed on top of one that names an organization of which nothing is left, and a round that was stopped before its list is ended', async () => {
    const [gone] = await others();
    await log.sign();
    await log.admin.query('delete from organization_lists');
    expect((await signDue(log.place(), SAME_DAY)).map((one) => 'organizations' in one && one.organizations)).toEqual([
      2,
    ]);
    expect(await signDue(log.place(), SAME_DAY)).toEqual([]);
    await remove(gone!);
    const { code, lines } = await log.sign({}, NEXT_DAY);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe(
      `list of organizations  NOT SIGNED: nothing is left of the log of ${gone}, which a list of organizations names (in the table organization_lists)`,
    );
  });
});
