import { Injectable } from '@nestjs/common';
import { transaction } from '@plimsoll/postgres/transaction';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import type pg from 'pg';
import { ABOUT } from './api-keys.ts';

export interface KafkaStanding {
  /** Null until it has begun. */
  readonly position: number | null;
  readonly fault: string | null;
}

/** What is kept of exports to Kafka besides the log: how far each has come. */
@Injectable()
export class KafkaExports {
  constructor(private readonly pool: pg.Pool) {}

  /** Has an organization looked at by whoever exports: without its event nothing is told. */
  async keep(tenant: string): Promise<void> {
    await transaction(this.pool, async (client) => {
      await client.query(ABOUT, ['plimsoll.tenant', tenant]);
      await client.query('insert into kafka_exports (tenant) values ($1) on conflict do nothing', [tenant]);
    });
  }

  /** How far an organization's export has come; undefined where it was never set. */
  async stands(tenant: string): Promise<KafkaStanding | undefined> {
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'standing of the kafka export',
        text: 'select position::float8 as position, fault from kafka_exports where tenant = $1',
        values: [tenant],
      },
    ]);
    return (rows as KafkaStanding[])[0];
  }
}
