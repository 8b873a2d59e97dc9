import type { EventStore, Page, Position, WantedPage } from '@plimsoll/event-store/port/event-store';
import { readPages } from './page-batches.ts';

type Log = Pick<EventStore, 'read' | 'readPages' | 'heads'>;
type Heads = Awaited<ReturnType<EventStore['heads']>>;

/**
 * Shares pages and heads of the log between lanes: what one reads, the others get too. Valid until `forget`; heads
 * expire earlier.
 */
export class SharedLog {
  readonly #log: Log;
  readonly #headsAreGoodMs: number;
  #heads: { readonly answer: Promise<Heads>; readonly until: number } | undefined;
  readonly #pages = new Map<string, Promise<Page>>();

  constructor(log: Log, headsAreGoodMs: number) {
    this.#log = log;
    this.#headsAreGoodMs = headsAreGoodMs;
  }

  /** Drops everything after a commit. */
  forget(): void {
    this.#heads = undefined;
    this.#pages.clear();
  }

  heads(): Promise<Heads> {
    const now = performance.now();
    if (this.#heads && now < this.#heads.until) return this.#heads.answer;
    this.forget();
    const known = { answer: this.#log.heads(), until: now + this.#headsAreGoodMs };
    this.#heads = known;
    known.answer.catch(() => {
      if (this.#heads === known) this.#heads = undefined;
    });
    return known.answer;
  }

  async read(tenant: string, after: Position, limit: number): Promise<Page> {
    return (await this.readPages([{ tenant, after, limit }]))[0]!;
  }

  /** A page may have fewer events than requested although there are more. */
  async readPages(wanted: readonly WantedPage[]): Promise<Page[]> {
    const missing = wanted.filter((page) => !this.#pages.has(nameOf(page)));
    if (missing.length > 0) this.#ask(missing);
    return Promise.all(
      wanted.map(async (page) => {
        const { events, ...rest } = await this.#pages.get(nameOf(page))!;
        return { ...rest, events: events.length > page.limit ? events.slice(0, page.limit) : events };
      }),
    );
  }

  #ask(missing: readonly WantedPage[]): void {
    const answers = readPages(this.#log, missing);
    for (const [index, wanted] of missing.entries()) {
      const name = nameOf(wanted);
      const page = answers.then((pages) => pages[index]!);
      this.#pages.set(name, page);
      page.catch(() => {
        if (this.#pages.get(name) === page) this.#pages.delete(name);
      });
    }
  }
}

const nameOf = ({ tenant, after }: WantedPage): string => `${tenant}/${after}`;
