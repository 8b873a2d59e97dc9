import { openSandbox, type Sandbox, type SandboxOptions } from '@plimsoll/payment-sandbox/open-sandbox';
import type { TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import type { ApiOptions } from '../src/main.ts';

let sandbox: Sandbox | undefined;

/**
 * Lets a test's application take payments with the provider that moves no money. @param webhooks URL of its webhooks.
 */
export async function takingPayments(
  { paymentSandboxUrl: databaseUrl }: TestDatabase,
  webhooks?: SandboxOptions['webhooks'],
): Promise<Partial<ApiOptions>> {
  sandbox = await openSandbox({ databaseUrl, ...(webhooks && { webhooks }) });
  return { payments: sandbox };
}

/** Idempotent. */
export async function stopTakingPayments(): Promise<void> {
  const open = sandbox;
  sandbox = undefined;
  await open?.close();
}

async function rowsOf<Row>({ adminUrl }: TestDatabase, text: string, organization: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query(text, [organization])).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Charges according to the provider's own tables, the oldest first. */
export const ledger = (
  database: TestDatabase,
  organization: string,
): Promise<{ cents: number; key: string; card: string }[]> =>
  rowsOf(
    database,
    `select (i.body ->> 'amount_received')::int as cents, i.body -> 'metadata' ->> 'key' as key, m.body -> 'card' ->> 'last4' as card
   from payment_sandbox.objects i join payment_sandbox.objects m on m.id = i.body ->> 'payment_method'
   where i.kind = 'payment_intent' and i.body ->> 'status' = 'succeeded' and i.body -> 'metadata' ->> 'organization' = $1 order by i.sequence`,
    organization,
  );

/** Payment intents at the provider, whatever their outcome. */
export const intentsOf = async (database: TestDatabase, organization: string): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(
      database,
      `select id from payment_sandbox.objects where kind = 'payment_intent' and body -> 'metadata' ->> 'organization' = $1 order by sequence`,
      organization,
    )
  ).map(({ id }) => id);
