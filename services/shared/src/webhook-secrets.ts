import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { SealedBytes } from '@plimsoll/event-store/crypto/sealed-rows';

type Client = Pick<pg.ClientBase, 'query'>;

/** The secrets that endpoints are signed to by. One follows from the command that made it, so that a lost answer can be given again; it is kept sealed. */
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

  /** The 32 bytes that a command made. */
  ofCommand(commandId: string): Buffer {
    return createHmac('sha256', this.#key).update(commandId).digest();
  }

  /** As it is shown once. */
  textOf(secret: Buffer): string {
    return `whsec_${secret.toString('base64')}`;
  }

  /** Keeps a secret that is about to be used: without its event it signs nothing. In a transaction about the tenant. */
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

  /** Those of these that are kept, in their order. */
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
