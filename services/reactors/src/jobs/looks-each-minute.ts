const LOOK_EVERY_MS = 60_000;

/** Looks at the start and each minute. Any number may run, and nothing is lost with one that ends. */
export abstract class LooksEachMinute {
  readonly #onFault: ((fault: unknown) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  /** @param onFault is told why a look failed; the next one tries again. */
  constructor(onFault: ((fault: unknown) => void) | undefined) {
    this.#onFault = onFault;
  }

  abstract look(): Promise<void>;

  start(): void {
    const look = () => (this.#looking = this.look().catch((fault: unknown) => this.#onFault?.(fault)));
    this.#timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    void look();
  }

  /** Ends after the look at hand. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
