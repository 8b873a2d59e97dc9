import pg from 'pg';
import { DEMO_ORGANIZATION } from './demo-organization.ts';

/**
 * Lets the reactors that ran on this database before begin after the demo's past: nobody is mailed about it, and its
 * events raise no alarms. Reactors that are new begin there anyway, and what they have reacted to since stays.
 */
export async function skipPastReactions(projectorDatabaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: projectorDatabaseUrl, application_name: 'plimsoll demo' });
  await client.connect();
  try {
    await client.query(
      `insert into reactor_checkpoints (reactor, tenant, position)
       select name, tenant, position from reactors, tenant_heads where tenant = $1 on conflict do nothing`,
      [DEMO_ORGANIZATION],
    );
  } finally {
    await client.end();
  }
}
