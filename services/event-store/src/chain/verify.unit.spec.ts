import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { v5, v7 } from 'uuid';
import { bodyText, eventId, metadataText } from '../port/event-body.ts';
import { chainHash, firstHash } from './hash-chain.ts';
import { Sealing } from '../crypto/sealing.ts';
import type { LogRow } from './log-page.ts';
import { verifyTenant } from './verify.ts';

const sealing = new Sealing(randomBytes(32));
const TENANT = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Builds a log as the append function would have written it, from commands of the given sizes. */
function writtenLog(sizes: readonly number[], laterBy = (position: number) => position): LogRow[] {
  const rows: LogRow[] = [];
  const revisions = new Map<string, number>();
  let hash = firstHash(TENANT);
  let number = 0;
  sizes.forEach((size, command) => {
    const commandId = v5(`${command}`, TENANT);
    const metadata = metadataText({
      commandId,
      correlationId: commandId,
      causationId: null,
      actor: { userGuid: TENANT, kind: 'USER' },
      onBehalfOf: null,
      client: { product: 'test', device: 'SERVER' },
      at: '2026-11-21T09:00:00.000Z',
      traceparent: null,
    });
    for (let index = 0; index < size; index++) {
      const guid = v5(`stream ${(command + index) % 3}`, TENANT);
      const revision = (revisions.get(guid) ?? 0) + 1;
      revisions.set(guid, revision);
      const body = bodyText(
        { id: eventId(commandId, index), type: 'Noted', schemaVersion: 1, data: { text: `${command} ${index}` } },
        metadata,
      );
      const event = {
        position: rows.length + 1,
        stream: { kind: 'note', guid },
        revision,
        recordedAtMicros: 1_795_000_000_000_000 + laterBy(rows.length),
        number: index === 0 ? ++number : null,
        body,
      };
      hash = chainHash(hash, TENANT, event);
      rows.push({
        ...event,
        hash: hash.toString('hex'),
        commandId: index === 0 ? commandId : null,
        size,
        fingerprint: index === 0 ? sealing.fingerprints.of(TENANT, commandId, randomBytes(32)).toString('hex') : null,
      });
    }
  });
  return rows;
}

const headOf = (rows: readonly LogRow[]) => ({
  position: rows.at(-1)?.position ?? 0,
  series: { note: rows.filter((row) => row.number !== null).length } as Record<string, number>,
  hash: rows.at(-1)?.hash ?? firstHash(TENANT).toString('hex'),
});

const noKeys = { of: async () => [], after: async () => [] };

const verify = (rows: readonly LogRow[], head = headOf(rows)) =>
  verifyTenant({
    tenant: TENANT,
    sealing,
    keys: noKeys,
    page: async (after, limit) => ({ rows: rows.filter((row) => row.position > after).slice(0, limit), head }),
  });

const changes: { [column: string]: (row: LogRow) => LogRow } = {
  body: (row) => ({ ...row, body: row.body.replace('"text":"', '"text":"!') }),
  hash: (row) => ({ ...row, hash: row.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
  stream: (row) => ({ ...row, stream: { ...row.stream, guid: v7() } }),
  kind: (row) => ({ ...row, stream: { ...row.stream, kind: 'second-kind' } }),
  revision: (row) => ({ ...row, revision: row.revision + 1 }),
  number: (row) => ({ ...row, number: (row.number ?? 0) + 1 }),
  recordedAt: (row) => ({ ...row, recordedAtMicros: row.recordedAtMicros + 1 }),
  size: (row) => ({ ...row, size: row.size + 1 }),
  commandId: (row) => ({ ...row, commandId: row.commandId === null ? v7() : null }),
  fingerprint: (row) => ({
    ...row,
    fingerprint:
      row.fingerprint === null
        ? randomBytes(32).toString('hex')
        : row.fingerprint.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
  }),
};

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 });

it('finds an untouched log intact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }), async (commands) => {
      const rows = writtenLog(commands);
      expect(await verify(rows)).toEqual({
        intact: true,
        tenant: TENANT,
        events: rows.length,
        head: rows.length,
        hash: headOf(rows).hash,
      });
    }),
  );
});

it('names the position of any one altered column', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.constantFrom(...Object.keys(changes)), async (commands, at, column) => {
      const rows = writtenLog(commands);
      const index = at % rows.length;
      const altered = rows.map((row, other) => (other === index ? changes[column]!(row) : row));
      const found = await verify(altered, headOf(rows));
      if (found.intact) throw new Error(`${column} of ${index + 1} was altered, and nobody saw it`);
      // A first event that claims a longer command is detected where the claimed events are missing.
      const latest = column === 'size' ? index + rows[index]!.size + 1 : index + 1;
      expect(found.position).toBeGreaterThanOrEqual(index + 1);
      expect(found.position).toBeLessThanOrEqual(latest);
    }),
    { numRuns: 200 },
  );
});

it('holds each series of numbers against its row, and the time of recording against the event before', async () => {
  const rows = writtenLog([1, 2, 1]);
  const head = headOf(rows);
  expect(await verify(rows, { ...head, series: { note: 2 } })).toMatchObject({
    intact: false,
    position: 4,
    reason: expect.stringContaining('note says 2'),
  });
  expect(await verify(rows, { ...head, series: { ...head.series, incident: 1 } })).toMatchObject({
    intact: false,
    position: 4,
    reason: expect.stringContaining('incident says 1'),
  });
  expect(await verify(rows, { ...head, series: {} })).toMatchObject({ intact: false, position: 4 });
  expect(await verify(writtenLog([1, 1, 1], (position) => -position))).toMatchObject({
    intact: false,
    position: 2,
    reason: expect.stringContaining('before'),
  });
});

it('names the position of an event that was taken out or put elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (commands, at) => {
      const rows = writtenLog(commands);
      const index = at % rows.length;
      expect(
        await verify(
          rows.filter((_, other) => other !== index),
          headOf(rows),
        ),
      ).toMatchObject({ intact: false, position: index + 1 });
      expect(await verify(rows.slice(0, index), headOf(rows))).toMatchObject({ intact: false, position: index + 1 });
    }),
  );
});

it('the formula of the chain is the published one, with its known answer', () => {
  const stream = { kind: 'incident', guid: '01890a5d-ac96-774b-bcce-b302099a8058' };
  const first = chainHash(firstHash(TENANT), TENANT, {
    position: 1,
    stream,
    revision: 1,
    recordedAtMicros: 1_795_000_000_000_000,
    number: 7,
    body: '{"a":"ä"}',
  });
  const second = chainHash(first, TENANT, {
    position: 2,
    stream,
    revision: 2,
    recordedAtMicros: 1_795_000_000_000_001,
    number: null,
    body: '{}',
  });
  expect(second.toString('hex')).toBe('0f57b3bdac5b48a008fdfcfff90f63361d8e39024452af06f80c57d872ec30eb');
});
