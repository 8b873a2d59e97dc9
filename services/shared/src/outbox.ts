import type pg from 'pg';

/** A job request that is not derived from an event, such as a mail to a person without an account. */
export interface OutboxEntry {
  /** Chosen by the caller; also the id of the job. */
  readonly guid: string;
  /** The kind of job: `VERIFY`. */
  readonly kind: string;
  /** Guids by name, of rows that hold the data. Jobs are stored unencrypted: nothing personal, no secret. */
  readonly ids: Readonly<Record<string, string>>;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Inserts an outbox entry in the caller's transaction, so that its job runs only if that commits. Idempotent by guid.
 * @throws TypeError if an id is not a guid.
 */
export async function putIntoOutbox(
  client: Pick<pg.ClientBase, 'query'>,
  { guid, kind, ids }: OutboxEntry,
): Promise<void> {
  for (const [name, id] of Object.entries({ guid, ...ids })) {
    if (!GUID.test(id)) throw new TypeError(`${name} of an outbox entry must be a guid`);
  }
  await client.query('insert into outbox (guid, kind, ids) values ($1, $2, $3) on conflict do nothing', [
    guid,
    kind,
    ids,
  ]);
}
