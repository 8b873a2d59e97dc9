import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { erasePerson } from '@plimsoll/event-store/crypto/erase-person';
import type { PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { signDueCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import pg from 'pg';
import { v4 as uuidv4 } from 'uuid';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { albertaGuid, components } from '../../../services/api/test/incidents/sample-incident.ts';
import { TestApplication, type TestPerson } from '../../../services/api/test/test-application.ts';
import { judge, unseal } from '../../../services/api/verify-page/judge.js';
import { appendAuditFacts } from '@plimsoll/launcher/audit/append-audit-facts';
import { verifyAccesses } from '@plimsoll/launcher/audit/verify-accesses';
import { verdictLine, verifyBundle } from '@plimsoll/launcher/audit/verify-bundle';
import type { Workplace } from '@plimsoll/launcher/workplace';

type Files = Map<string, Buffer>;
let app: TestApplication;
let org: string;
let admin: TestPerson & { readonly token: string };
let folder: string;
/** With keys and sensitive events; and without both. */
let whole: Files;
let sparing: Files;
let fingerprint: string;
let hurt: string;
let actionGuid: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-bundle-'));
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found('Audited Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  const report = async (body: object): Promise<string> =>
    (await app.call('POST', '/reported-events', { token: admin.token, body })).body.eventId;
  const nearMiss = {
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    regionGuid: albertaGuid,
    location: 'North quay',
    description: 'A sling slipped: ümlaut, 滑り.',
    components,
  };
  for (let index = 0; index < 6; index++) await report(nearMiss);
  hurt = await report({
    ...nearMiss,
    formGuid: injuryForm.formGuid,
    injuredPersons: [{ name: 'Olga Fern', personType: 'CONTRACTOR', nature: '111', classification: 'MEDICAL_AID' }],
    components: [
      {
        groupGuid: injuryForm.groups[0]!.groupGuid,
        answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
      },
    ],
  });
  actionGuid =
    (
      await app.call('POST', '/tasks', {
        token: admin.token,
        body: {
          eventId: hurt,
          description: 'Guard it',
          dueDate: '2099-01-01',
          responsibleGuid: admin.userGuid,
          verifierGuid: admin.userGuid,
          priority: 'LOW',
        },
      })
    ).body.taskGuid ?? '';
  whole = unpack(await fetchBundle({ personalData: 'WITH_KEYS', includeSensitive: true }));
  sparing = unpack(await fetchBundle({ personalData: 'NONE', includeSensitive: false }));
});
afterAll(() => app?.stop());

async function fetchBundle(body: object): Promise<Buffer> {
  const key = uuidv4();
  const ask = () =>
    app.call('POST', `/orgs/${org}/audit/bundles`, { token: admin.token, body, headers: { 'Idempotency-Key': key } });
  const [made, again] = [await ask(), await ask()];
  expect([made.status, again.status, again.body.bundleGuid, again.body.lastPosition]).toEqual([
    201,
    201,
    made.body.bundleGuid,
    made.body.lastPosition,
  ]);
  const address = `/orgs/${org}/audit/bundles/${made.body.bundleGuid}`;
  let found = made.body;
  for (let tries = 0; found.status === 'MAKING' && tries < 100; tries++) {
    await sleep(100);
    found = (await app.call('GET', address, { token: admin.token })).body;
  }
  expect(found.status).toBe('READY');
  fingerprint = found.fingerprint;
  const answer = await fetch(`${app.url}/api${address}/download`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.headers.get('content-type'), bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    'application/zip',
    found.bytes,
    found.sha256,
  ]);
  return bytes;
}

/** The files of a ZIP, by its central directory. */
function unpack(zip: Buffer): Files {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files: Files = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name, extra, comment, offset] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const content = zip.subarray(from, from + packed);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : Buffer.from(content),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}

/** Header fields of a ZIP entry that differ from its content. */
interface HeaderOverrides {
  readonly method?: number;
  readonly size?: number;
}

/** A ZIP of these files as they are; a name may occur twice. */
function pack(entries: Iterable<readonly [string, Buffer, HeaderOverrides?]>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content, { method = 0, size = content.length } = {}] of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const field of [4, 6]) end.writeUInt16LE(directory.length / 4, field);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, list, Buffer.from('PK\x05\x06'), end]);
}

/** The errors that both verifiers find in a ZIP; null if it is intact. */
async function errorsOf(zip: Buffer, key?: string): Promise<{ ofFile: string | null; ofPage: string | null }> {
  const path = join(folder, `${uuidv4()}.zip`);
  writeFileSync(path, zip);
  const verdict = await verifyBundle(path, key === undefined ? {} : { key });
  const page = await judge(new Blob([new Uint8Array(zip)])).then(
    () => null,
    (error: Error) => error.message,
  );
  return { ofFile: verdict.intact ? null : verdict.reason, ofPage: page };
}
const both = (place: string) => ({
  ofFile: expect.stringContaining(place) as string,
  ofPage: expect.stringContaining(place) as string,
});
const changed = (files: Files, name: string, content: Buffer): Files => new Map([...files, [name, content]]);
const linesOf = (files: Files): string[] => files.get('events.ndjson')!.toString().trimEnd().split('\n');
const withLines = (files: Files, lines: readonly string[]): Files =>
  changed(files, 'events.ndjson', Buffer.from(`${lines.join('\n')}\n`));

test('what is fetched is intact in both verifiers, with its fingerprint, and names every file', async () => {
  for (const files of [whole, sparing]) {
    const path = join(folder, 'intact.zip');
    writeFileSync(path, pack(files));
    const verdict = await verifyBundle(path, { key: fingerprint });
    expect(verdictLine(verdict)).toMatch(new RegExp(`^intact: \\d+ events .*key fingerprint ${fingerprint}$`));
    const judged = await judge(new Blob([new Uint8Array(pack(files))]));
    expect([judged.fingerprint, judged.manifest.headHash]).toEqual([fingerprint, (verdict as { hash: string }).hash]);
  }
  expect([...whole.keys()].filter((name) => !name.startsWith('forms/')).sort()).toEqual([
    'README.txt',
    'checkpoints.ndjson',
    'events.ndjson',
    'keys.ndjson',
    'manifest.json',
    'manifest.sig',
    'verify.html',
  ]);
  expect((await app.call('GET', '/audit/public-keys')).body.items[0].fingerprint).toBe(fingerprint);
  expect((await app.call('GET', '/audit/verifier')).body).toBe(whole.get('verify.html')!.toString());
});

test('without sensitive events not a guid of them is left, nor of their actions, and without keys no name', async () => {
  const text = [...sparing.values()].map((content) => content.toString('latin1')).join('\n');
  for (const trace of [hurt, actionGuid, 'Olga', 'sling']) if (trace) expect(text).not.toContain(trace);
  expect(JSON.parse(sparing.get('manifest.json')!.toString()).redacted).toBeGreaterThanOrEqual(1);
  const report = linesOf(whole)
    .map((line) => JSON.parse(line) as { stream: string; body: string })
    .find(({ stream }) => stream === `incident:${hurt}`)!;
  expect(report.body).not.toContain('Olga');
  const { keys, manifest } = await judge(new Blob([new Uint8Array(pack(whole))]));
  expect(JSON.stringify(await unseal(report.body, keys, manifest.organization.guid))).toContain('Olga Fern');
});

test('a byte that is changed anywhere is found in its file, and in its line of the events', async () => {
  let seed = 7;
  const draw = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const names = [...whole.keys()];
  const tries = Number(process.env['BUNDLE_CHANGES'] ?? 40);
  for (let index = 0; index < tries; index++) {
    const name = names[index % names.length]!;
    const content = Buffer.from(whole.get(name)!);
    const at = draw(content.length);
    const line = content.subarray(0, at).filter((byte) => byte === 10).length + 1;
    content[at] = content[at]! ^ (1 + draw(255));
    const place = name === 'events.ndjson' ? `events.ndjson line ${line} (position ${line})` : name;
    expect([name, at, await errorsOf(pack(changed(whole, name, content)))]).toEqual([name, at, both(place)]);
  }
});

test('a line that is removed, two that are swapped, a tail that is cut, and a file that is added or missing are found where they are', async () => {
  const lines = linesOf(whole);
  expect(await errorsOf(pack(withLines(whole, lines.toSpliced(4, 1))))).toEqual(
    both('events.ndjson line 5 (position 5)'),
  );
  expect(
    await errorsOf(pack(withLines(whole, [...lines.slice(0, 2), lines[3]!, lines[2]!, ...lines.slice(4)]))),
  ).toEqual(both('events.ndjson line 3 (position 3)'));
  expect(await errorsOf(pack(withLines(whole, lines.slice(0, -2))))).toEqual(
    both(`events.ndjson line ${lines.length - 1} (position ${lines.length - 1})`),
  );
  expect(await errorsOf(pack(changed(whole, 'events.ndjson', whole.get('events.ndjson')!.subarray(0, -9))))).toEqual(
    both(`events.ndjson line ${lines.length} (position ${lines.length})`),
  );
  expect(await errorsOf(pack(changed(whole, 'more.txt', Buffer.from('more'))))).toEqual(both('more.txt'));
  expect(await errorsOf(pack([...whole].filter(([name]) => name !== 'README.txt')))).toEqual(both('README.txt'));
  expect(await errorsOf(pack([...whole, ['manifest.json', whole.get('manifest.json')!]]))).toEqual(
    both('manifest.json'),
  );
  const noBundle = { ...both('the file'), ofPage: expect.stringMatching(/^the file/i) as string };
  expect(await errorsOf(Buffer.from('PK'))).toEqual(noBundle);
  expect(await errorsOf(pack(whole).subarray(0, -30))).toEqual(noBundle);
});

/** The same bundle signed with another key, as a forger without our key would make it. */
function resigned(files: Files, key: KeyObject, isThorough: boolean): Files {
  const publicKey = Buffer.from(createPublicKey(key as never).export({ format: 'jwk' }).x!, 'base64url');
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  const sealed = (text: string) => sign(null, Buffer.from(text), key).toString('base64');
  let next = files;
  const manifest = JSON.parse(files.get('manifest.json')!.toString());
  manifest.publicKeys = [
    ...(isThorough ? [] : manifest.publicKeys),
    { keyId, publicKey: publicKey.toString('base64') },
  ];
  if (isThorough) {
    const { tenant, position, hash, time } = JSON.parse(
      files.get('checkpoints.ndjson')!.toString().trimEnd().split('\n').at(-1)!,
    );
    const line = Buffer.from(
      `${JSON.stringify({ hash, keyId, position, signature: sealed(`plimsoll checkpoint 1\n${tenant}\n${position}\n${hash}\n${time}\n`), tenant, time })}\n`,
    );
    next = changed(next, 'checkpoints.ndjson', line);
    Object.assign(
      manifest.files.find(({ path }: { path: string }) => path === 'checkpoints.ndjson'),
      { bytes: line.length, sha256: createHash('sha256').update(line).digest('hex') },
    );
  }
  const ordered = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(ordered)
      : value && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, item]) => [name, ordered(item)]),
          )
        : value;
  const text = JSON.stringify(ordered(manifest));
  const digest = createHash('sha256').update(text).digest('hex');
  return changed(
    changed(next, 'manifest.json', Buffer.from(text)),
    'manifest.sig',
    Buffer.from(JSON.stringify({ keyId, signature: sealed(`plimsoll manifest 1\n${digest}\n`) })),
  );
}

test('a manifest signed with another key is found by the checkpoints and, if these were re-signed too, by the fingerprint', async () => {
  const stranger = createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
  expect(await errorsOf(pack(resigned(whole, stranger, false)))).toEqual(both('checkpoints.ndjson'));
  const thorough = pack(resigned(whole, stranger, true));
  expect((await errorsOf(thorough, fingerprint)).ofFile).toContain(`and not by ${fingerprint}`);
  expect((await judge(new Blob([new Uint8Array(thorough)]))).fingerprint).not.toBe(fingerprint);
});

test('checkpoints that were kept from earlier hold against the bundle', async () => {
  const path = join(folder, 'kept.zip');
  writeFileSync(path, pack(whole));
  const savedFile = join(folder, 'kept.ndjson');
  const line = whole.get('checkpoints.ndjson')!.toString().trimEnd().split('\n').at(-1)!;
  writeFileSync(savedFile, `${line}\n`);
  expect((await verifyBundle(path, { checkpoints: savedFile })).intact).toBe(true);
  writeFileSync(savedFile, `${line.replace(/"hash":"../, '"hash":"00')}\n`);
  expect(await verifyBundle(path, { checkpoints: savedFile })).toMatchObject({
    intact: false,
    reason: expect.stringContaining('the checkpoints that were kept'),
  });
});

test('a file whose name leads elsewhere is refused by its name, and nothing is written anywhere', async () => {
  for (const name of [
    '../manifest.json',
    '../../etc/cron.d/evil',
    '/etc/passwd',
    'forms/../../evil',
    '..',
    'C:\\evil',
    'forms\\..\\evil',
    'a/b/c',
    'forms/',
    '',
  ]) {
    expect([name, await errorsOf(pack([...whole, [name, Buffer.from('x')]]))]).toEqual([
      name,
      both(JSON.stringify(name)),
    ]);
  }
});

test('a file that unpacks to far more than it says, or to more than a bundle holds, is refused before it fills the memory', async () => {
  const bomb = deflateRawSync(Buffer.alloc(100 * 2 ** 20));
  const withBomb = (name: string, size: number) =>
    pack([...[...whole].filter(([each]) => each !== name), [name, bomb, { method: 8, size }]]);
  const before = process.memoryUsage().rss;
  for (const name of [
    'manifest.json',
    'manifest.sig',
    'events.ndjson',
    'checkpoints.ndjson',
    'keys.ndjson',
    'README.txt',
    'verify.html',
  ]) {
    const honest = Number(whole.get(name)!.length);
    for (const size of [honest, 100 * 2 ** 20])
      expect([name, size, await errorsOf(withBomb(name, size))]).toEqual([name, size, both(name)]);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
});

test('the days of the access log are sealed in the log once; a changed, removed or added line is found by its day', async () => {
  const owner = new pg.Client({ connectionString: app.database.adminUrl });
  await owner.connect();
  try {
    const later = new Date(Date.now() + 2 * 86_400_000);
    const sealedCount = async () =>
      (await app.call('GET', `/orgs/${org}/audit/changes?kind=access-log`, { token: admin.token })).body
        .totalCount as number;
    await appendAuditFacts(app.api.application, app.options.projectorDatabaseUrl, new Date());
    expect(await sealedCount()).toBe(0);
    for (let times = 0; times < 2; times++)
      await appendAuditFacts(app.api.application, app.options.projectorDatabaseUrl, later);
    await app.api.application.runner?.catchUp();
    expect(await sealedCount()).toBe(
      new Set(
        (
          await owner.query(
            "select distinct to_char(accessed_at at time zone 'UTC', 'YYYY-MM-DD') as day from accesses where tenant = $1",
            [org],
          )
        ).rows.map(({ day }) => String(day)),
      ).size,
    );
    const verified = async () => {
      const lines: string[] = [];
      const code = await verifyAccesses(
        { database: { projectorUrl: app.options.projectorDatabaseUrl } as Workplace['database'] },
        { organization: org },
        later,
        (line) => lines.push(line),
      );
      return `${code} ${lines[0]}`;
    };
    expect(await verified()).toMatch(/^0 \S+ {2}intact: \d+ accesses of \d days?, sealed up to \d{4}-\d\d-\d\d$/);
    await owner.query('create table kept as select * from accesses');
    const restore = async () => {
      await owner.query('truncate accesses');
      await owner.query('insert into accesses overriding system value select * from kept');
    };
    for (const [change, reason] of [
      [
        'update accesses set record_count = record_count + 1 where access_number = (select min(access_number) from accesses)',
        'a line differs from the one that was sealed',
      ],
      [
        'delete from accesses where access_number = (select max(access_number) from accesses)',
        'lines, of \\d+ that were sealed',
      ],
      [
        'insert into accesses (tenant, accessed_at, person_guid, person_kind, action, route, record_count, request_id) select tenant, accessed_at, person_guid, person_kind, action, route, record_count, request_id from kept limit 1',
        'lines, of \\d+ that were sealed',
      ],
      [
        "insert into accesses (tenant, accessed_at, person_guid, person_kind, action, route, record_count, request_id) select tenant, accessed_at - interval '9 days', person_guid, person_kind, action, route, record_count, request_id from kept limit 1",
        'lines of a day on which nobody had read anything',
      ],
    ] as const) {
      await owner.query(change);
      expect([change, await verified()]).toEqual([
        change,
        expect.stringMatching(new RegExp(`^1 \\S+ {2}NOT AS WRITTEN: \\d{4}-\\d\\d-\\d\\d: .*${reason}$`)),
      ]);
      await restore();
    }
    expect(await verified()).toMatch(/^0 /);
  } finally {
    await owner.query('drop table if exists kept');
    await owner.end();
  }
});

test('a signed checkpoint is recorded in the log, reaches its followers, and does not cause another', async () => {
  const projector = new pg.Pool({ connectionString: app.options.projectorDatabaseUrl, max: 1 });
  const signing = { signingKey: createPrivateKey(app.options.signingKey), keep: async () => undefined };
  try {
    const now = new Date();
    const signed = (await signDueCheckpoints(projector, { ...signing, now })).flatMap((one) =>
      'signature' in one && one.tenant === org ? [one] : [],
    );
    expect(signed).toHaveLength(1);
    for (let times = 0; times < 2; times++)
      await appendAuditFacts(app.api.application, app.options.projectorDatabaseUrl, now);
    const {
      body: { key },
    } = await app.call('POST', `/orgs/${org}/api-keys`, {
      token: admin.token,
      body: {
        name: 'Notary',
        scopes: ['FEED'],
        level: 'FACTS',
        includeSensitive: false,
        types: ['plimsoll.log.checkpointed.v1'],
        expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      },
    });
    const { tenant: _, ...checkpoint } = signed[0]!;
    const feed = (await (
      await fetch(`${app.url}/api/feed?after=0&limit=1000`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as object[];
    expect(feed).toMatchObject([{ type: 'plimsoll.log.checkpointed.v1', subject: 'log', data: checkpoint }]);
    // The events of the key's creation are signed once more; after that there are only checkpoints, and nothing is due.
    const tomorrow = (days: number) => new Date(now.getTime() + days * 86_400_000);
    const dueOn = async (days: number) =>
      (await signDueCheckpoints(projector, { ...signing, now: tomorrow(days) })).filter((one) => one.tenant === org)
        .length;
    expect(await dueOn(1)).toBe(1);
    await appendAuditFacts(app.api.application, app.options.projectorDatabaseUrl, tomorrow(1));
    expect([await dueOn(2), await dueOn(3)]).toEqual([0, 0]);
  } finally {
    await projector.end();
  }
});

test('a time in which nothing was recorded, or that has not come, is named; downloads are written down', async () => {
  const ask = (body: object) =>
    app.call('POST', `/orgs/${org}/audit/bundles`, {
      token: admin.token,
      body: { personalData: 'NONE', includeSensitive: false, ...body },
    });
  expect((await ask({ to: '2199-01-01T00:00:00.000Z' })).body.fieldErrors).toMatchObject([{ field: 'to' }]);
  expect((await ask({ to: '2020-01-01T00:00:00.000Z' })).body.fieldErrors).toMatchObject([{ field: 'to' }]);
  expect((await app.call('GET', `/orgs/${org}/audit/bundles/${uuidv4()}`, { token: admin.token })).body.className).toBe(
    'RecordNotFound',
  );
  const {
    body: { items },
  } = await app.call('GET', `/orgs/${org}/audit/accesses?action=DOWNLOAD`, { token: admin.token });
  expect(items.map(({ record }: { record: { kind: string } }) => record.kind)).toEqual([
    'audit-bundle',
    'audit-bundle',
  ]);
});

test('after an erasure old bundles are gone, and a new one proves the same log without the key of the erased person', async () => {
  const {
    body: {
      injuredPersons: [{ injuredPersonGuid }],
    },
  } = await app.call('GET', `/reported-events/${hurt}`, { token: admin.token });
  const store = app.api.application.store as PostgresEventStore;
  const { commandId, fingerprint, metadata } = systemEnvelope({ tenant: org, name: 'erase Olga' });
  const erased = await erasePerson(store, store.vault, {
    tenant: org,
    subject: { kind: 'INJURED', incidentGuid: hurt, guid: injuredPersonGuid },
    commandId,
    fingerprint,
    metadata,
  });
  if (erased.status !== 'erased') throw new Error('It was not erased');
  await app.caughtUp(org, erased.position);
  expect((await app.call('GET', `/orgs/${org}/audit/bundles`, { token: admin.token })).body.items).toEqual([]);
  const afterErasure = unpack(await fetchBundle({ personalData: 'WITH_KEYS', includeSensitive: true }));
  expect(await errorsOf(pack(afterErasure))).toEqual({ ofFile: null, ofPage: null });
  expect(linesOf(afterErasure).slice(0, linesOf(whole).length)).toEqual(linesOf(whole));
  const { keys, manifest } = await judge(new Blob([new Uint8Array(pack(afterErasure))]));
  const report = linesOf(afterErasure)
    .map((line) => JSON.parse(line) as { stream: string; body: string })
    .find(({ stream }) => stream === `incident:${hurt}`)!;
  const read = JSON.stringify(await unseal(report.body, keys, manifest.organization.guid));
  expect(read).not.toContain('Olga');
  expect(read).toContain('erased');
  expect(read).toContain('A sling slipped');
});
