import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { SealedBytes } from '@plimsoll/event-store/crypto/sealed-rows';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Signing secrets of webhook endpoints, stored encrypted. A secret is derived from the command that created it, so that
 * a repeated command gets the same answer.
 */
export class WebhookSecrets {
  readonly #key: KeyObject;
  readonly #sealed: SealedBytes;

  /** @param sealingKey 32 bytes. */
  constructor(sealingKey: Uint8Array) {
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', 'plimsoll webhook secrets', 32)),
    );
    this.#sealed = new SealedBytes(sealingKey, 'plimsoll webhook secret rows');
  }

  /** Derives the secret of a command: 32 bytes. */
  ofCommand(commandId: string): Buffer {
    return createHmac('sha256', this.#key).update(commandId).digest();
  }

  /** Formats a secret as it is shown once, in the notation of Standard Webhooks. */
  textOf(secret: Buffer): string {
    return `whsec_${secret.toString('base64')}`;
  }

  /** Stores a secret, in a transaction of the tenant. It signs nothing until its event is in the log. */
  async keep(
    client: Client,
    {
      tenant,
      webhookGuid,
      secretGuid,
      secret,
    }: { readonly tenant: string; readonly webhookGuid: string; readonly secretGuid: string; readonly secret: Buffer },
  ): Promise<void> {
    await client.query(
      'insert into webhook_secrets (tenant, webhook_guid, secret_guid, sealed) values ($1, $2, $3, $4) on conflict (tenant, secret_guid) do nothing',
      [tenant, webhookGuid, secretGuid, this.#sealed.seal(secretGuid, secret)],
    );
    await client.query('insert into webhook_endpoints (tenant, webhook_guid) values ($1, $2) on conflict do nothing', [
      tenant,
      webhookGuid,
    ]);
  }

  /** Loads and decrypts secrets, in the order of their guids. Unknown guids are omitted. */
  async open(client: Client, tenant: string, secretGuids: readonly string[]): Promise<Buffer[]> {
    const { rows } = await client.query<{ secret_guid: string; sealed: Buffer }>(
      'select secret_guid, sealed from webhook_secrets where tenant = $1 and secret_guid = any ($2)',
      [tenant, secretGuids],
    );
    return secretGuids.flatMap((guid) =>
      rows.filter(({ secret_guid: found }) => found === guid).map(({ sealed }) => this.#sealed.open(guid, sealed)),
    );
  }
}
