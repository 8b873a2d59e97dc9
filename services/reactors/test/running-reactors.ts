import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../../tools/dev/node-flags.mjs';
import { residentMemory } from '../../../tools/test/resident-memory.ts';
import type { ReactorOptions } from '../src/start-reactors.ts';

const program = fileURLToPath(new URL('./reactors-process.ts', import.meta.url));

/** The reactors as the product runs them, in another process than ours. */
export class RunningReactors {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, ended: Promise<unknown>) {
    this.#child = child;
    this.#ended = ended;
  }

  /** @throws when they do not start; why stands in standard error. */
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

  /** What they hold of the memory, in MB. */
  memory(): number {
    return residentMemory(this.#child.pid!);
  }

  /** As by the kernel: nothing is finished, nothing is said. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.send('end');
    await this.#ended;
  }
}
