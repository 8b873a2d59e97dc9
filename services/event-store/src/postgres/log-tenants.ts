import type pg from 'pg';
import { runStatement } from '@plimsoll/postgres/statement';

/** A tenant of which something is there. */
export interface KnownTenant {
  readonly tenant: string;
  /** The tables that hold anything of it. */
  readonly places: readonly string[];
}

/**
 * Every tenant of which the log or what stands beside it holds anything, in the order in which their logs began; those
 * without a first event last. As plimsoll_projector.
 */
export async function logTenants(database: Pick<pg.ClientBase, 'query'>): Promise<KnownTenant[]> {
  const rows = await runStatement(
    database,
    {
      name: 'log_tenants',
      text: `select tenant, array_to_string(places, ',') from log_tenants() order by began_at nulls last, tenant`,
    },
    [],
  );
  return rows.map((row) => ({ tenant: row[0]!, places: row[1]!.split(',') }));
}

/** Whether it has written anything: a reservation or a key alone has not. */
export const isOrganization = ({ places }: KnownTenant): boolean =>
  places.includes('events') || places.includes('tenant_heads');
