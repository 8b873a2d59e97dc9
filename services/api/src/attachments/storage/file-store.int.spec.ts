import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3Server, whyNoS3 } from '../../../test/attachments/s3-server.ts';
import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { FilesUnavailable } from './files-away.ts';
import { BucketRefused, S3Files } from './s3-files.ts';

const because = whyNoS3();
if (because) console.warn(`Files in a bucket were not tested: ${because}`);

interface Opened {
  readonly store: FileStore;
  close(): Promise<void>;
}
const stores: readonly [string, boolean, () => Promise<Opened>][] = [
  [
    'a folder of this machine',
    true,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'plimsoll-store-'));
      return { store: new DiskFiles(folder), close: async () => rmSync(folder, { recursive: true }) };
    },
  ],
  [
    'a bucket that speaks S3',
    because === null,
    async () => {
      const server = await S3Server.start();
      console.log(`S3 is ${server.name}`);
      const store = new S3Files(server.access, 7);
      return {
        store,
        close: async () => {
          store.close();
          await server.stop();
        },
      };
    },
  ],
];
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const inPieces = async function* (content: Buffer, length = 65_552) {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
};
const keyed = () => `${randomUUID()}/${randomUUID()}`;

describe.each(stores)('files in %s', (_, isHere, open) => {
  if (!isHere) {
    // No S3 server is available; the reason was printed, and the test counts as skipped.
    test.skip('not run', () => undefined);
    return;
  }
  let opened: Opened;
  let store: FileStore;
  const spoolFolder = mkdtempSync(join(tmpdir(), 'plimsoll-spool-'));
  beforeAll(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(spoolFolder, { recursive: true });
  });
  const read = async (key: string, range?: { from: number; to: number }) => {
    const found = await store.get(key, range);
    return found && buffer(found);
  };

  test('what is put can be read, whole and in any range, until it is replaced or deleted; an unknown key is null, not an error', async () => {
    const key = keyed();
    expect(await store.get(key)).toBeNull();
    await store.delete(key);
    // Longer than two parts of a multipart upload.
    const content = randomBytes(20_000_000);
    await store.put(key, inPieces(content));
    expect(sha((await read(key))!)).toBe(sha(content));
    for (const [from, to] of [
      [0, 1],
      [8_388_600, 8_388_620],
      [16_777_215, 16_777_217],
      [19_999_990, 20_000_000],
    ] as const)
      expect((await read(key, { from, to }))!.equals(content.subarray(from, to))).toBe(true);
    expect((await read(key, { from: 19_999_990, to: 30_000_000 }))!.equals(content.subarray(19_999_990))).toBe(true);
    expect(await read(key, { from: 20_000_000, to: 20_000_010 })).toHaveLength(0);
    await store.put(key, inPieces(Buffer.from('anew')));
    expect(String(await read(key))).toBe('anew');
    await store.delete(key);
    await store.delete(key);
    expect(await store.get(key)).toBeNull();
  });

  test('a content that breaks off, early or late, leaves what was there before, and nothing where there was nothing', async () => {
    const [known, fresh] = [keyed(), keyed()];
    await store.put(known, inPieces(Buffer.from('before')));
    const broken = async function* (bytes: number) {
      yield* inPieces(randomBytes(bytes));
      throw new Error('The line was cut');
    };
    for (const bytes of [1_000, 9_000_000])
      for (const key of [known, fresh]) await expect(store.put(key, broken(bytes))).rejects.toThrow('The line was cut');
    expect(String(await read(known))).toBe('before');
    expect(await store.get(fresh)).toBeNull();
    const keys: string[] = [];
    for await (const { key } of store.list()) keys.push(key);
    expect([keys.includes(known), keys.some((key) => key.startsWith(fresh))]).toEqual([true, false]);
    await store.delete(known);
  });

  test('a local file is taken unchanged and replaces the stored one; a missing one is an error, and changes nothing', async () => {
    const spool = new DiskFiles(spoolFolder, false);
    const key = keyed();
    for (const bytes of [1_000, 9_000_000]) {
      const content = randomBytes(bytes);
      await spool.put('spool/one', inPieces(content));
      await store.take(key, spool.pathOf('spool/one'));
      expect(sha((await read(key))!)).toBe(sha(content));
      await spool.delete('spool/one');
      await expect(store.take(key, spool.pathOf('spool/one'))).rejects.toThrow();
      expect(sha((await read(key))!)).toBe(sha(content));
    }
    await store.delete(key);
  });

  test('every file is listed with its size and when it came, page by page', async () => {
    const startedAt = Date.now();
    const tenant = randomUUID();
    const keys = Array.from({ length: 20 }, () => `${tenant}/${randomUUID()}`);
    for (const [index, key] of keys.entries()) await store.put(key, inPieces(Buffer.alloc(1 + (index % 3))));
    const found = new Map<string, number>();
    for await (const { key, bytes, changedAt } of store.list()) {
      found.set(key, bytes);
      expect(Math.abs(changedAt.getTime() - startedAt)).toBeLessThan(600_000);
    }
    expect(found).toEqual(new Map(keys.map((key, index) => [key, 1 + (index % 3)])));
  });
});

// Skipped where no S3 server is available.
(because ? test.skip : test)(
  'a bucket that is not there, or does not open to these keys, says so; one that does not answer is away, and is asked again later',
  async () => {
    const server = await S3Server.start();
    const opened: S3Files[] = [];
    const of = (more: object) => opened[opened.push(new S3Files({ ...server.access, ...more })) - 1]!;
    await of({}).check();
    await expect(of({ bucket: 'there-is-none' }).check()).rejects.toThrow(
      new BucketRefused('there is no bucket there-is-none'),
    );
    await expect(of({ secretAccessKey: 'another' }).check()).rejects.toThrow(BucketRefused);
    await expect(of({ secretAccessKey: 'another' }).put(keyed(), inPieces(Buffer.from('x')))).rejects.toThrow(
      FilesUnavailable,
    );
    const nowhere = of({ endpoint: 'http://127.0.0.1:1' });
    for (const asked of [
      () => nowhere.check(),
      () => nowhere.put(keyed(), inPieces(Buffer.from('x'))),
      () => nowhere.get(keyed()),
      () => nowhere.delete(keyed()),
    ])
      await expect(asked()).rejects.toThrow(FilesUnavailable);
    for (const files of opened) files.close();
    await server.stop();
  },
);
