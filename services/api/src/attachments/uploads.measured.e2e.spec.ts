import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import sharp from 'sharp';
import { jpegWith } from '../../test/attachments/phone-photos.ts';
import { S3Server, whyNoS3 } from '../../test/attachments/s3-server.ts';
import { RunningApi } from '../../test/running-api.ts';
import { TestApplication } from '../../test/test-application.ts';
import { reportedEvent } from '../../test/attachments/reported-event.ts';

const IS_LONG = process.env['HARDENING'] === 'long';
/** The full number takes as long as a whole suite. */
const AT_ONCE = IS_LONG ? 20 : 6;
/** One file in a thread, one that is received, and what checking leaves until it is collected. */
const MAX_GROWTH_MB = 96;
const noS3 = whyNoS3();
if (IS_LONG && noS3) console.warn(`What uploads to a bucket take of memory was not measured: ${noS3}`);

let app: TestApplication;
let token: string;
let eventId: string;
let photo: Buffer;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  ({ token } = await app.member(await app.found(), 'standard', 'Ruth Reporter'));
  eventId = await reportedEvent(app, token);
  // Of the maximum size: random noise makes the pixels as large as a phone's photo.
  const jpeg = await sharp(randomBytes(3 * 2_000 * 2_000), { raw: { width: 2_000, height: 2_000, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const beside = Array.from(
    { length: Math.floor((USUAL_FILE_LIMIT_BYTES - jpeg.length) / 60_004) },
    () => [0xef, Buffer.alloc(60_000, 'What a maker writes. ')] as const,
  );
  photo = jpegWith(jpeg, ...beside);
  expect(photo.length).toBeGreaterThan(0.99 * USUAL_FILE_LIMIT_BYTES);
  expect(photo.length).toBeLessThanOrEqual(USUAL_FILE_LIMIT_BYTES);
}, 120_000);
afterAll(() => app?.stop());

async function put(port: number, name: string, content: Buffer): Promise<number> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/reported-events/${eventId}/attachments/${randomUUID()}?name=${name}`,
    {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    },
  );
  await answer.arrayBuffer();
  return answer.status;
}

test.each(IS_LONG && noS3 === null ? (['a folder', 'a bucket'] as const) : (['a folder'] as const))(
  `${AT_ONCE} files of 25 MB that come at once, kept in %s, take little of the process’s memory`,
  async (place) => {
    const server = place === 'a bucket' ? await S3Server.start() : undefined;
    const api = await RunningApi.start(
      { ...app.options, projector: false, filesBucket: server?.access },
      join(mkdtempSync(join(tmpdir(), 'plimsoll-apart-')), 'api.log'),
    );
    try {
      // What the first photo loads stays in memory.
      for (let index = 0; index < 3; index++)
        expect(await put(api.port, `${place}-${index}.jpg`, await sharp(photo).resize(800).jpeg().toBuffer())).toBe(
          200,
        );
      const before = api.memory();
      let max = before;
      let isOver = false;
      const watch = (async () => {
        for (; !isOver; await sleep(50)) max = Math.max(max, api.memory());
      })();
      const startedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => put(api.port, `${place}-large-${index}.jpg`, photo)),
      );
      isOver = true;
      await watch;
      process.stdout.write(
        `${AT_ONCE} files of 25 MB at once, kept in ${place}: ${(max - before).toFixed(0)} MB more than ${before.toFixed(0)} MB, ${((AT_ONCE * photo.length) / 1e3 / (performance.now() - startedAt)).toFixed(0)} MB/s\n`,
      );
      expect(answers).toEqual(Array(AT_ONCE).fill(200));
      expect(max - before).toBeLessThanOrEqual(MAX_GROWTH_MB);
    } finally {
      await api.stop();
      await server?.stop();
    }
  },
  180_000,
);
