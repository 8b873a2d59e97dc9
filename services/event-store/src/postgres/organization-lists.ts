import { createPublicKey } from 'node:crypto';
import type pg from 'pg';
import { runStatement } from '@plimsoll/postgres/statement';
import { transaction } from '@plimsoll/postgres/transaction';
import { keyIdOf } from '../chain/checkpoint.ts';
import {
  isGenuineList,
  digestOf,
  signOrganizations,
  type StoredOrganizationList,
  type OrganizationList,
} from '../chain/organization-list.ts';
import type { SigningOptions } from './log-checkpoints.ts';
import { isOrganization, logTenants } from './log-tenants.ts';
import { bytesOf } from './stored-event.ts';

const PLACE = 'in the table organization_lists';

/** Reads the signed lists of organizations, oldest first. As plimsoll_projector. */
export async function readOrganizationLists(database: Pick<pg.ClientBase, 'query'>): Promise<StoredOrganizationList[]> {
  const rows = await runStatement(
    database,
    {
      name: 'organization_lists',
      text: `select organizations, digest, array_to_string(added, ','), (extract(epoch from signed_at) * 1000)::bigint, key_id, signature from organization_lists order by signed_at, key_id`,
    },
    [],
  );
  return rows.map((row) => ({
    organizations: Number(row[0]),
    digest: row[1]!.slice(2),
    added: row[2] === '' ? [] : row[2]!.split(','),
    time: new Date(Number(row[3])).toISOString(),
    keyId: row[4]!,
    signature: bytesOf(row[5]!).toString('base64'),
    place: PLACE,
  }));
}

/** Why no list was signed: the organizations contradict an earlier list. */
export interface ListNotSigned {
  readonly reason: string;
}

/**
 * Signs which organizations exist, if a checkpoint of this key is newer than the newest list: once per round of
 * checkpoints. An interrupted round is completed by the next call; of several processes one signs.
 * @param pool of plimsoll_projector.
 * @returns undefined if nothing was due.
 */
export async function signDueOrganizations(
  pool: pg.Pool,
  {
    signingKey,
    now,
    keep,
  }: Pick<SigningOptions, 'signingKey' | 'now'> & { readonly keep: (list: OrganizationList) => Promise<void> },
): Promise<OrganizationList | ListNotSigned | undefined> {
  const publicKey = createPublicKey(signingKey);
  const keyId = keyIdOf(publicKey);
  return transaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('plimsoll organizations', 0))");
    return signedNow(client);
  });

  async function signedNow(client: pg.PoolClient): Promise<OrganizationList | ListNotSigned | undefined> {
    const [due] = await runStatement(
      client,
      {
        name: 'organizations_due',
        text: `select from log_checkpoints c where c.key_id = $1 and c.signed_at > coalesce((select max(l.signed_at) from organization_lists l where l.key_id = $1), '-infinity') limit 1`,
      },
      [keyId],
    );
    if (!due) return undefined;
    const before = await readOrganizationLists(client);
    const named = new Set(before.flatMap(({ added }) => added));
    const all = (await logTenants(client))
      .filter(isOrganization)
      .map(({ tenant }) => tenant)
      .sort();
    const error = whyNotSigned(before, named, new Set(all));
    if (error) return error;
    const list = signOrganizations(all, named, now.toISOString(), signingKey);
    await keep(list);
    await client.query(
      'insert into organization_lists (organizations, digest, added, signed_at, key_id, signature) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
      [
        list.organizations,
        Buffer.from(list.digest, 'hex'),
        `{${list.added.join(',')}}`,
        list.time,
        list.keyId,
        Buffer.from(list.signature, 'base64'),
      ],
    );
    return list;
  }

  /** Finds a contradiction: a list of our key that does not match its signature, or a missing organization. */
  function whyNotSigned(
    before: readonly StoredOrganizationList[],
    named: ReadonlySet<string>,
    there: ReadonlySet<string>,
  ): ListNotSigned | undefined {
    const last = before.at(-1);
    const gone = [...named].filter((tenant) => !there.has(tenant));
    if (gone.length > 0)
      return {
        reason: `nothing is left of the log of ${gone.join(', ')}, which a list of organizations names (${PLACE})`,
      };
    const isWhole =
      !last ||
      ((last.keyId !== keyId || isGenuineList(last, publicKey)) &&
        last.organizations === named.size &&
        last.digest === digestOf(named));
    return isWhole
      ? undefined
      : { reason: `the list of organizations of ${last.time} does not say what was signed (${PLACE})` };
  }
}
