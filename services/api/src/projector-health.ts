/** Says how far the read models lie behind the log, and fails when that is too far to serve from them. */
export interface ProjectorLag {
  behind(): Promise<{ readonly events: number; readonly seconds: number }>;
}

const MOST_SECONDS = 60;

export class ProjectorHealth {
  readonly #lag: ProjectorLag | null;

  /** @param lag null where another process projects and this one cannot see how far it got. */
  constructor(lag: ProjectorLag | null) {
    this.#lag = lag;
  }

  async check(): Promise<Record<string, number>> {
    if (!this.#lag) return {};
    const { events, seconds } = await this.#lag.behind();
    if (seconds > MOST_SECONDS) throw new Error(`The read models are ${Math.round(seconds)} s behind`);
    return { eventsBehind: events, secondsBehind: Math.round(seconds) };
  }
}
