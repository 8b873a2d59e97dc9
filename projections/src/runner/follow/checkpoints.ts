import type { Position } from '@plimsoll/event-store/port/event-store';
import { rowTypes } from '../tables/column-values.ts';
import type { Client } from './page-work.ts';

/** The position of a generation in a tenant's log. */
export interface Checkpoint {
  /** The generation's name. */
  readonly projection: string;
  readonly tenant: string;
  readonly position: Position;
  readonly parked: number;
}

/** A projector's cache of checkpoints. If one is outdated, the fence detects it and it is loaded again. */
export class Checkpoints {
  readonly #positions = new Map<string, Map<string, Position>>();

  /** Loads the checkpoints of generations, in all tenants or in some. */
  async load(client: Client, sets: readonly string[], tenants?: readonly string[]): Promise<void> {
    for (const generation of sets) {
      const known = this.#of(generation);
      if (!tenants) known.clear();
      for (const tenant of tenants ?? []) known.delete(tenant);
    }
    const { rows } = await client.query<Checkpoint>({
      text: `select projection, tenant, position from projection_checkpoints where projection = any ($1) ${tenants ? 'and tenant = any ($2)' : ''}`,
      values: [sets, ...(tenants ? [tenants] : [])],
      types: rowTypes,
    });
    for (const { projection, tenant, position } of rows) this.moved(projection, tenant, position);
  }

  moved(generation: string, tenant: string, position: Position): void {
    this.#of(generation).set(tenant, position);
  }

  positionOf(generation: string, tenant: string): Position {
    return this.#positions.get(generation)?.get(tenant) ?? 0;
  }

  #of(generation: string): Map<string, Position> {
    let known = this.#positions.get(generation);
    if (!known) this.#positions.set(generation, (known = new Map()));
    return known;
  }
}
