import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { keyIdOf } from '../chain/checkpoint.ts';

type Database = Pick<pg.ClientBase, 'query'>;

/** The text by which one key certifies that another is, or was, this installation's. */
const vouchingText = (publicKey: KeyObject): Buffer =>
  Buffer.from(`plimsoll checkpoint key 1\n${keyIdOf(publicKey)}\n${bytesOf(publicKey).toString('base64')}\n`, 'utf8');

const bytesOf = (publicKey: KeyObject): Buffer => Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
const keyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') } });

/**
 * Stores the current public key, so that its signatures can be verified after it is replaced. As plimsoll_projector.
 */
export const storeCheckpointKey = (client: Database, signingKey: KeyObject): Promise<void> =>
  vouch(client, createPublicKey(signingKey), signingKey);

/**
 * Certifies former keys of this installation with the current key. As plimsoll_projector.
 * @returns the ids of the former keys.
 */
export async function acceptFormerKeys(client: Database, signingKey: KeyObject): Promise<string[]> {
  const ownId = keyIdOf(createPublicKey(signingKey));
  const { rows } = await client.query<{ key: Buffer; id: string }>(
    'select distinct public_key as key, key_id as id from checkpoint_keys where key_id = vouched_by and key_id <> $1 order by key_id',
    [ownId],
  );
  const former = rows.map(({ key, id }) => ({ key: keyOf(key), id })).filter(({ key, id }) => keyIdOf(key) === id);
  for (const { key } of former) await vouch(client, key, signingKey);
  return former.map(({ id }) => id);
}

/**
 * Reads the former keys that the given key certifies: their signatures are valid too. Rows with an invalid signature
 * are ignored.
 */
export async function readFormerKeys(client: Database, publicKey: KeyObject): Promise<KeyObject[]> {
  const ownId = keyIdOf(publicKey);
  const { rows } = await client.query<{ key: Buffer; signature: Buffer }>(
    'select public_key as key, signature from checkpoint_keys where vouched_by = $1 and key_id <> $1',
    [ownId],
  );
  return rows
    .filter(({ key }) => key.length === 32)
    .map(({ key, signature }) => ({ key: keyOf(key), signature }))
    .filter(({ key, signature }) => verify(null, vouchingText(key), publicKey, signature))
    .map(({ key }) => key);
}

/** Returns the id of the key that signed the newest checkpoint, and when. As plimsoll_projector or an administrator. */
export async function newestSigner(
  client: Database,
): Promise<{ readonly keyId: string; readonly at: Date } | undefined> {
  const { rows } = await client.query<{ keyId: string; at: Date }>(
    'select key_id as "keyId", signed_at as at from log_checkpoints order by signed_at desc limit 1',
  );
  return rows[0];
}

async function vouch(client: Database, publicKey: KeyObject, by: KeyObject): Promise<void> {
  await client.query(
    'insert into checkpoint_keys (key_id, public_key, vouched_by, signature) values ($1, $2, $3, $4) on conflict do nothing',
    [keyIdOf(publicKey), bytesOf(publicKey), keyIdOf(createPublicKey(by)), sign(null, vouchingText(publicKey), by)],
  );
}
