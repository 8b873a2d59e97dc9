import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Files } from '@plimsoll/api/attachments/storage/files';
import { FilesOwners } from '@plimsoll/api/attachments/files-owners';
import { openFileStore } from '@plimsoll/api/attachments/storage/open-file-store';
import { sweepFiles, uploadsBefore } from '@plimsoll/api/attachments/storage/sweep-files';
import { S3Server, whyNoS3 } from '../../../services/api/test/attachments/s3-server.ts';
import { TestApplication } from '../../../services/api/test/test-application.ts';
import type { Workplace } from '@plimsoll/launcher/workplace';
import { checkFiles } from '@plimsoll/launcher/files/check-files';
import { reportedEvent } from '../../../services/api/test/attachments/reported-event.ts';

const IS_LONG = process.env['HARDENING'] === 'long';
const KILLS = IS_LONG ? 100 : 3;
const SENDERS = 6;
/** Events have at most a hundred files. */
const KILLS_AN_EVENT = 5;

const noS3 = whyNoS3();
if (noS3) console.warn(`Kills while a bucket is written to were not tested: ${noS3}`);
const places: readonly (readonly [place: string, kills: number])[] = [
  ['a folder', KILLS],
  ...(noS3 ? [] : [['a bucket', IS_LONG ? KILLS : 2] as const]),
];

interface Sent {
  readonly path: string;
  readonly content: Buffer;
  /** Digest from the response, if there was one. */
  sha256?: string;
}

test.each(places)(
  'uploads into %s while the process is killed at random moments, %i times: what was acknowledged is there, what was not is sent again, and after the sweep there are no bytes without an event, and no event without its bytes',
  async (place, kills) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-killed-'));
    const server = place === 'a bucket' ? await S3Server.start() : undefined;
    const app = await TestApplication.start({
      logLevel: 'silent',
      filesDir: join(dataDir, 'files'),
      filesBucket: server?.access,
    });
    try {
      const org = await app.found();
      const { token } = await app.member(org, 'standard', 'Ruth Reporter');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
      const report = (): Promise<string> => reportedEvent(app, token);
      const send = async (one: Sent): Promise<void> => {
        const answer = await fetch(`${app.url}/api${one.path}`, {
          method: 'PUT',
          body: new Uint8Array(one.content),
          headers,
        });
        if (answer.status !== 200) throw new Error(`${one.path}: ${answer.status} ${await answer.text()}`);
        one.sha256 = ((await answer.json()) as { sha256: string }).sha256;
      };
      const sent: Sent[] = [];
      let eventId = '';
      let lost = 0;
      for (let kill = 0; kill < kills; kill++) {
        const apart = await app.moveApart();
        if (kill % KILLS_AN_EVENT === 0) eventId = await report();
        let isOver = false;
        const senders = Array.from({ length: SENDERS }, async () => {
          for (let left = 3; left > 0 && !isOver; left--) {
            const one: Sent = {
              path: `/reported-events/${eventId}/attachments/${randomUUID()}?name=${randomUUID()}.txt`,
              content: Buffer.from(randomBytes(randomInt(1, 400_000)).toString('base64')),
            };
            sent.push(one);
            await send(one).catch((error: unknown) => {
              // fetch throws a TypeError of another realm.
              if ((error as Error).name !== 'TypeError') throw error;
              lost++;
              isOver = true;
            });
          }
        });
        await sleep(randomInt(5, 500));
        await apart.kill();
        await Promise.all(senders);
      }
      app.comeBack();
      const acknowledged = sent.filter(({ sha256 }) => sha256 !== undefined).length;
      process.stdout.write(
        `${kills} kills while ${sent.length} files were sent to ${place}: ${acknowledged} were acknowledged before, ${lost} cut off\n`,
      );
      expect(lost).toBeGreaterThan(0);
      const fetched = async ({ path, content, sha256 }: Sent) => {
        const answer = await fetch(`${app.url}/api${path.replace('?name', '/content?name').replace(/\?.*/, '')}`, {
          headers,
        });
        return [
          answer.status,
          createHash('sha256')
            .update(Buffer.from(await answer.arrayBuffer()))
            .digest('hex') === sha256,
          sha256 === createHash('sha256').update(content).digest('hex'),
        ];
      };
      for (const one of sent) if (one.sha256 !== undefined) expect(await fetched(one)).toEqual([200, true, true]);
      // Some were attached, and only the response was lost: those keep their identity.
      const unanswered = sent.filter(({ sha256 }) => sha256 === undefined);
      for (const one of unanswered.slice(0, Math.ceil(unanswered.length / 2))) {
        await send(one);
        expect(await fetched(one)).toEqual([200, true, true]);
      }
      const later = new Date(Date.now() + 2 * 86_400_000);
      const files = app.api.http.get<Files>(Files, { strict: false });
      await files.clearSpool(uploadsBefore(later));
      await sweepFiles(org, files, app.api.http.get<FilesOwners>(FilesOwners, { strict: false }), later);
      const check = async () => {
        const output: string[] = [];
        const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line));
        const code = await checkFiles(
          {
            configuration: { dataDir, filesBucket: server?.access },
            database: app.database,
            keys: app.options,
          } as unknown as Workplace,
          { now: later },
        ).finally(() => log.mockRestore());
        return { code, output };
      };
      const { code, output } = await check();
      expect([code, output]).toEqual([
        0,
        [expect.stringMatching(/^\d+ files are whole, 0 uploads may be under way, 0 faults$/)],
      ]);
      const whole = Number(output[0]!.split(' ')[0]);
      expect(whole).toBeGreaterThanOrEqual(sent.filter(({ sha256 }) => sha256 !== undefined).length);
      expect(whole).toBeLessThanOrEqual(sent.length);
      // A check that the scan would have noticed it.
      const store = await openFileStore(join(dataDir, 'files'), server?.access);
      const storedKeys: string[] = [];
      for await (const { key } of store.list()) if (key.startsWith(org)) storedKeys.push(key);
      expect(storedKeys).toHaveLength(whole);
      const left = `${org}/${randomUUID()}`;
      await store.delete(storedKeys[0]!);
      await store.put(
        left,
        (async function* ofNobody() {
          yield Buffer.from('of nobody');
        })(),
      );
      expect((await check()).output.sort()).toEqual(
        [
          `${storedKeys[0]}  has an event and no bytes`,
          `${left}  has bytes and no event`,
          `${whole - 1} files are whole, 0 uploads may be under way, 2 faults`,
        ].sort(),
      );
    } finally {
      await app.stop();
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  900_000,
);
