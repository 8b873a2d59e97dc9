import type pg from 'pg';
import { runStatement } from '@plimsoll/postgres/statement';

/** A tenant with any stored data. */
export interface KnownTenant {
  readonly tenant: string;
  /** The tables that have data of it. */
  readonly places: readonly string[];
}

/**
 * Lists every tenant that the log or its side tables know, oldest log first; those without events last. As
 * plimsoll_projector.
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

/** Whether the tenant has written events: a reservation or a key alone is no organization. */
export const isOrganization = ({ places }: KnownTenant): boolean =>
  places.includes('events') || places.includes('tenant_heads');
