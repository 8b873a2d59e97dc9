import type pg from 'pg';

/** Something to be done outside the log that no event tells of. */
export interface OutboxEntry {
  /** Made by whoever puts it in; the job that follows from it has the same. */
  readonly guid: string;
  /** What is to be done: `VERIFY`. */
  readonly kind: string;
  /** Guids by name, of the rows that say the rest. Nothing personal and no secret: jobs are kept in plain form. */
  readonly ids: Readonly<Record<string, string>>;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Puts something into the outbox, within the caller's transaction: it is done if that commits, and not if it does not.
 * The same guid again changes nothing. @throws TypeError for anything that is not a guid.
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
