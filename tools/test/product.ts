import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = (name: string) => fileURLToPath(new URL(`../../services/launcher/dist/${name}.js`, import.meta.url));

/** The built product, with its own data, on any free port. */
export class Product {
  readonly lines: string[] = [];
  readonly ended: Promise<number | null>;
  readonly process: ChildProcess;
  /** @param before words before it on the command line. */
  constructor(
    dataDir: string,
    environment: Record<string, string> = {},
    args: string[] = [],
    program: 'main' | 'command-line' | 'npm start' = 'main',
    before: readonly string[] = [],
  ) {
    const { DATABASE_URL: _url, DATABASE_ADMIN_URL: _adminUrl, ...inherited } = process.env;
    const [command, ...words] = [
      ...before,
      ...(program === 'npm start' ? ['npm', 'start', '--', ...args] : [process.execPath, built(program), ...args]),
    ];
    this.process = spawn(command!, words, {
      cwd: root,
      env: { ...inherited, NODE_OPTIONS: '', NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // 'close' comes after its last line was read, 'exit' may not.
    this.ended = once(this.process, 'close').then(([code]) => code as number | null);
    for (const stream of [this.process.stdout!, this.process.stderr!])
      createInterface(stream).on('line', (line) => this.lines.push(line));
  }

  /** The address that it prints once it is ready. */
  async address(): Promise<string> {
    const [line] = await this.printed(/^http:\/\/\S+$/, 1);
    return line!;
  }

  /** Account and password of each sign-in, which it prints after the address. */
  async signIns(): Promise<string[][]> {
    const lines = await this.printed(/@demo\.example/, 3);
    return lines.map((line) => line.split(/\s+/));
  }

  private async printed(pattern: RegExp, atLeast: number): Promise<string[]> {
    for (;;) {
      const found = this.lines.filter((line) => pattern.test(line));
      if (found.length >= atLeast) return found;
      if (this.hasEnded()) throw new Error(`It ended: ${this.lines.join('\n')}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Whether it exited or was killed: a killed process has no exit code. */
  hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }
}
