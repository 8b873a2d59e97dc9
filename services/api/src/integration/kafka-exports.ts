import { Injectable } from '@nestjs/common';
import { transaction } from '@plimsoll/postgres/transaction';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import type pg from 'pg';
import { SET_CONFIG } from './api-keys.ts';

export interface KafkaProgress {
  /** Null until the export has begun. */
  readonly position: number | null;
  readonly fault: string | null;
}

/** Progress of Kafka exports, stored outside the log. */
@Injectable()
export class KafkaExports {
  constructor(private readonly pool: pg.Pool) {}

  /** Registers an organization with the exporter; without the event in its log nothing is exported. */
  async keep(tenant: string): Promise<void> {
    await transaction(this.pool, async (client) => {
      await client.query(SET_CONFIG, ['plimsoll.tenant', tenant]);
      await client.query('insert into kafka_exports (tenant) values ($1) on conflict do nothing', [tenant]);
    });
  }

  /** Progress of an organization's export; undefined if it was never configured. */
  async progressOf(tenant: string): Promise<KafkaProgress | undefined> {
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'standing of the kafka export',
        text: 'select position::float8 as position, fault from kafka_exports where tenant = $1',
        values: [tenant],
      },
    ]);
    return (rows as KafkaProgress[])[0];
  }
}
