import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindMarks } from '@plimsoll/projections/platform/marks';
import DataLoader from 'dataloader';

/** Version tokens of the read models that authorization uses (`FindMarks`). Concurrent lookups share one query. */
@Injectable()
export class Marks {
  readonly #asked: DataLoader<string, string | undefined>;

  constructor(queries: QueryBus) {
    this.#asked = new DataLoader<string, string | undefined>(
      async (tenants) => {
        const marks = await queries.execute(new FindMarks(tenants));
        return tenants.map((tenant) => marks.get(tenant));
      },
      { cache: false },
    );
  }

  /** One token for all these organizations; undefined when one of them has none. */
  async of(tenants: readonly string[]): Promise<string | undefined> {
    const named = tenants.toSorted();
    const marks = await Promise.all(named.map((tenant) => this.#asked.load(tenant)));
    return marks.includes(undefined) ? undefined : named.map((tenant, index) => `${tenant} ${marks[index]}`).join('\n');
  }
}
