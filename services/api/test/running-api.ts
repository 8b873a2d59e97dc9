import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../../tools/dev/node-flags.mjs';
import { residentMemory } from '../../../tools/test/resident-memory.ts';
import type { ApiOptions } from '../src/main.ts';

const program = fileURLToPath(new URL('./api-process.ts', import.meta.url));

/** The API as the product runs it, in another process. */
export class RunningApi {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  private constructor(child: ChildProcess, ended: Promise<void>, port: number) {
    this.#child = child;
    this.#ended = ended;
    this.port = port;
  }

  /**
   * @param logFile file of its log lines.
   * @param profileFolder where a CPU profile is written when it ends gracefully.
   * @throws with its last output when it does not start.
   */
  static async start(options: ApiOptions, logFile: string, profileFolder?: string): Promise<RunningApi> {
    const log = openSync(logFile, 'a', 0o600);
    const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
    const child = fork(program, {
      execArgv: [...process.execArgv, ...nodeFlags, ...profiling],
      stdio: ['ignore', 'ignore', log, 'ipc'],
    });
    closeSync(log);
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.send(options);
    const started = await Promise.race([
      new Promise<{ port: number }>((done) => child.once('message', (words) => done(words as { port: number }))),
      ended,
    ]);
    if (!started) throw new Error(`The API did not start: ${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    return new RunningApi(child, ended, started.port);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Resident memory in MB. */
  memory(): number {
    return residentMemory(this.pid);
  }

  /** Kills it like the kernel: without a graceful shutdown. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.send('end');
    await this.#ended;
  }
}
