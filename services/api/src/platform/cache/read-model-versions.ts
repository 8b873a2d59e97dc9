import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindAuthorizationVersions } from '@plimsoll/projections/platform/authorization-versions';
import DataLoader from 'dataloader';

/** Version tokens of the read models that authorization uses (`FindMarks`). Concurrent lookups share one query. */
@Injectable()
export class ReadModelVersions {
  readonly #loader: DataLoader<string, string | undefined>;

  constructor(queries: QueryBus) {
    this.#loader = new DataLoader<string, string | undefined>(
      async (tenants) => {
        const versions = await queries.execute(new FindAuthorizationVersions(tenants));
        return tenants.map((tenant) => versions.get(tenant));
      },
      { cache: false },
    );
  }

  /** One token for all these organizations; undefined when one of them has none. */
  async of(tenants: readonly string[]): Promise<string | undefined> {
    const sorted = tenants.toSorted();
    const versions = await Promise.all(sorted.map((tenant) => this.#loader.load(tenant)));
    return versions.includes(undefined)
      ? undefined
      : sorted.map((tenant, index) => `${tenant} ${versions[index]}`).join('\n');
  }
}
