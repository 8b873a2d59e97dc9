import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../../tools/dev/node-flags.mjs';
import { residentMemory } from '../../../tools/test/resident-memory.ts';
import type { ReactorOptions } from '../src/start-reactors.ts';

const program = fileURLToPath(new URL('./reactors-process.ts', import.meta.url));

/** Reactors in a child process, as in production. */
export class RunningReactors {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, ended: Promise<unknown>) {
    this.#child = child;
    this.#ended = ended;
  }

  /** @throws if they do not start; the reason is printed to standard error. */
  static async start(options: ReactorOptions): Promise<RunningReactors> {
    const child = fork(program, {
      execArgv: [...process.execArgv, ...nodeFlags],
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit');
    child.send(options);
    await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error('The reactors did not start'))),
    ]);
    return new RunningReactors(child, ended);
  }

  /** Resident memory of the process in MB. */
  memory(): number {
    return residentMemory(this.#child.pid!);
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.send('end');
    await this.#ended;
  }
}
