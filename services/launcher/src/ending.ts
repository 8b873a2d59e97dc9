import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 20_000;
/** Time to close after an error that nothing handled: what closes may be what failed. */
const failedTimeoutMs = 5_000;

/** Tells `npm start` how far this process is: it starts one again that has served and ends without being asked to. */
export function tellStarter(state: 'SERVING' | 'ENDING'): void {
  if (process.connected) process.send?.(state, undefined, undefined, () => undefined);
}

/** Closes resources when the program ends, the last opened first. */
export class Ending {
  readonly #closers: (() => Promise<void>)[] = [];
  #ending: Promise<void> | undefined;
  #requestedAt = 0;

  constructor(private readonly say: (line: string) => void) {}

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  get begun(): boolean {
    return this.#ending !== undefined;
  }

  /** Closes everything once and ends the process. */
  end(exitCode: number): Promise<void> {
    this.#ending ??= this.#close().then((closed) => process.exit(closed ? exitCode : 1));
    return this.#ending;
  }

  /** Ends the process after an error that nothing handled, within seconds. */
  fail(error: unknown): void {
    console.error(`plimsoll: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    setTimeout(() => process.exit(1), failedTimeoutMs);
    void this.end(1);
  }

  /** Closes everything on Ctrl-C, a closed terminal or a killed starter. */
  onSignals(): void {
    const stop = (): void => {
      if (!this.begun) this.say('Ending …');
      tellStarter('ENDING');
      this.#requestedAt ||= performance.now();
      void this.end(0);
    };
    // A second Ctrl-C ends the process at once, but not a signal that npm, its shell or a supervisor repeats.
    process.on('SIGINT', () => {
      if (this.begun && performance.now() - this.#requestedAt > 1_000) process.exit(130);
      stop();
    });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    if (process.connected) {
      process.once('disconnect', stop);
      process.channel?.unref();
    }
  }

  async #close(): Promise<boolean> {
    let closed = true;
    for (const close of this.#closers.reverse()) {
      const late = sleep(timeoutMs).then(() =>
        Promise.reject(new Error(`Something did not end within ${timeoutMs / 1000} s`)),
      );
      await Promise.race([close(), late]).catch((error: unknown) => {
        closed = false;
        console.error(error);
      });
    }
    return closed;
  }
}
