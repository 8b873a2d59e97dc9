import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScannerAddress } from '@plimsoll/api/attachments/judging/virus-scanner';
import { freePort } from './free-port.ts';

/** Content that our own signature detects; every scanner detects EICAR. */
const VIRUS = 'plimsoll: these words stand for a virus';
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const programs = ['clamd', '/usr/sbin/clamd'];
const findProgram = (): string | undefined =>
  programs.find((program) => !spawnSync(program, ['--help'], { stdio: 'ignore' }).error);

/** Why no clamd is available for the tests; null where one is. */
export const whyNoClamd = (): string | null =>
  process.env['CLAMD_HOST'] || findProgram() ? null : 'neither CLAMD_HOST nor Debian’s clamav-daemon is here';

/** A real clamd: CLAMD_HOST, else the machine's with a single signature of ours. */
export class ClamdServer {
  private constructor(
    readonly address: ScannerAddress,
    readonly virus: string,
    private readonly child: ChildProcess | undefined,
    private readonly folder: string | undefined,
  ) {}

  static async start(): Promise<ClamdServer> {
    const given = process.env['CLAMD_HOST'];
    if (given) {
      const [host, port = '3310'] = given.split(':');
      return new ClamdServer({ host: host!, port: Number(port) }, EICAR, undefined, undefined);
    }
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-clamd-'));
    const address = { host: '127.0.0.1', port: await freePort() };
    mkdirSync(join(folder, 'signatures'));
    writeFileSync(
      join(folder, 'signatures', 'plimsoll.ndb'),
      `Plimsoll.Test:0:*:${Buffer.from(VIRUS).toString('hex')}\n`,
    );
    writeFileSync(
      join(folder, 'clamd.conf'),
      `Foreground yes\nTCPSocket ${address.port}\nTCPAddr ${address.host}\nDatabaseDirectory ${join(folder, 'signatures')}\n`,
    );
    const child = spawn(findProgram()!, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    for (let tries = 1; !(await answers(address)); tries++) {
      if (tries === 200 || child.exitCode !== null) throw new Error('clamd did not start');
      await sleep(50);
    }
    return new ClamdServer(address, VIRUS, child, folder);
  }

  async stop(): Promise<void> {
    if (!this.child) return;
    const ended = new Promise((done) => this.child!.once('exit', done));
    if (this.child.exitCode === null && this.child.signalCode === null && this.child.kill('SIGKILL')) await ended;
    rmSync(this.folder!, { recursive: true, force: true });
  }
}

const answers = ({ host, port }: ScannerAddress): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port }, () => socket.write('zPING\0'));
    socket.once('data', (response) => {
      socket.destroy();
      resolve(response.toString().startsWith('PONG'));
    });
    socket.once('error', () => resolve(false));
  });
