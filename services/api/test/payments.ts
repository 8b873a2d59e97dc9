import { openSandbox, type Sandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import type { TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import type { ApiOptions } from '../src/main.ts';

let sandbox: Sandbox | undefined;

/** Has a test's application take payments by the provider that moves no money. */
export async function takingPayments({ paymentSandboxUrl: databaseUrl }: TestDatabase): Promise<Partial<ApiOptions>> {
  sandbox = await openSandbox({ databaseUrl });
  return { payments: sandbox };
}

export const stopTakingPayments = async (): Promise<void> => void (await sandbox?.close());

/** What was charged, by the provider's own tables: the oldest first. */
export async function ledger({ adminUrl }: TestDatabase, organization: string): Promise<{ cents: number; key: string; card: string }[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (i.body ->> 'amount_received')::int as cents, i.body -> 'metadata' ->> 'key' as key, m.body -> 'card' ->> 'last4' as card
       from payment_sandbox.objects i join payment_sandbox.objects m on m.id = i.body ->> 'payment_method'
       where i.kind = 'payment_intent' and i.body ->> 'status' = 'succeeded' and i.body -> 'metadata' ->> 'organization' = $1 order by i.sequence`, [organization]);
    return rows as { cents: number; key: string; card: string }[];
  } finally {
    await client.end();
  }
}
