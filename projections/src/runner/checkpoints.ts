import type { Position } from '@plimsoll/event-store/event-store';
import { rowTypes } from './column-values.ts';
import type { Backlog } from './page-batches.ts';
import type { Client } from './page-work.ts';
import type { Projection } from './projection.ts';

/** Where a read model stands in a tenant's log. */
export interface Checkpoint {
  readonly projection: string;
  readonly tenant: string;
  readonly position: Position;
  readonly parked: number;
}

/** What a projector believes of the checkpoints. Where it is wrong, the fence says so and it asks again. */
export class Checkpoints {
  readonly #positions = new Map<string, Map<string, Position>>();
  readonly #projections: readonly Projection[];

  constructor(projections: readonly Projection[]) {
    this.#projections = projections;
  }

  /** Reads what stands in the database, of all tenants or of these. */
  async load(client: Client, tenants?: readonly string[]): Promise<void> {
    if (!tenants) this.#positions.clear();
    for (const tenant of tenants ?? []) this.#positions.delete(tenant);
    const { rows } = await client.query<Checkpoint>({
      text: `select projection, tenant, position from projection_checkpoints where projection = any ($1) ${tenants ? 'and tenant = any ($2)' : ''}`,
      values: [this.#projections.map(({ name }) => name), ...(tenants ? [tenants] : [])],
      types: rowTypes,
    });
    for (const { projection, tenant, position } of rows) this.moved(projection, tenant, position);
  }

  moved(projection: string, tenant: string, position: Position): void {
    let known = this.#positions.get(tenant);
    if (!known) this.#positions.set(tenant, (known = new Map()));
    known.set(projection, position);
  }

  /** What is to be read, with read models that stand at the same place together. */
  backlogs(heads: readonly { readonly tenant: string; readonly position: Position }[]): Backlog[] {
    const backlogs: Backlog[] = [];
    for (const { tenant, position: head } of heads) {
      const known = this.#positions.get(tenant);
      const behind = new Map<Position, Projection[]>();
      for (const projection of this.#projections) {
        const from = known?.get(projection.name) ?? 0;
        if (from >= head) continue;
        const group = behind.get(from);
        if (group) group.push(projection);
        else behind.set(from, [projection]);
      }
      for (const [from, projections] of behind) backlogs.push({ tenant, from, head, projections });
    }
    return backlogs;
  }
}
