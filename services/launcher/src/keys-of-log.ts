import { createPrivateKey, createPublicKey } from 'node:crypto';
import { keyIdOf } from '@plimsoll/event-store/chain/checkpoint';
import { newestSigner, readFormerKeys } from '@plimsoll/event-store/postgres/checkpoint-keys';
import { isLogEmpty, opensSubjectKeys, readMark, writeMark } from '@plimsoll/event-store/postgres/installation';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import type pg from 'pg';
import type { Configuration } from './configuration.ts';
import { PlainError } from './plain-error.ts';
import { makeSealingKey, makeSigningKey, sealingKeyFile, signingKeyFile, type Keys } from './secrets.ts';

type Folder = Pick<Configuration, 'dataDir'>;

/** Command that accepts another key for this installation. */
const HOW_TO_ACCEPT = 'npm run plimsoll -- log checkpoint --new-key';

const putBack = { SEALING_KEY: sealingKeyFile, SIGNING_KEY: signingKeyFile };
const howTo = (key: keyof typeof putBack, folder: Folder): string =>
  `put ${putBack[key](folder)} back from your copy, or set ${key}`;
const orAccept = `; where it is lost for ever, ${HOW_TO_ACCEPT} accepts another`;
const markOf = (sealingKey: string): string => new Sealing(Buffer.from(sealingKey, 'base64')).mark;

/**
 * The sealing key, after checking that it belongs to this log; a new one only for a log without events. Does not change
 * the database.
 * @param client of an administrator.
 * @throws PlainError that says what is missing and what to do.
 */
export async function sealingKeyFor(client: pg.Client, found: Partial<Keys>, folder: Folder): Promise<string> {
  const mark = await readMark(client);
  const { sealingKey } = found;
  if (sealingKey === undefined) {
    if (mark === undefined && (await isLogEmpty(client))) return makeSealingKey(folder);
    throw new PlainError(
      `SEALING_KEY is missing${found.signingKey === undefined ? ', and so is SIGNING_KEY' : ''}: the log was sealed with it, and a new one would open nothing of that; ${howTo('SEALING_KEY', folder)}`,
    );
  }
  refuseOtherMark(mark, sealingKey, folder);
  if (
    mark === undefined &&
    (await opensSubjectKeys(client, new Sealing(Buffer.from(sealingKey, 'base64')))) === false
  ) {
    throw new PlainError(
      `SEALING_KEY is not the one that the log was sealed with: it opens no subject's key; ${howTo('SEALING_KEY', folder)}`,
    );
  }
  return sealingKey;
}

/**
 * The same check for serving processes: without a key there is nothing to compare, and none is made.
 * @param client of any role.
 */
export async function requireMark(client: pg.Client, sealingKey: string, folder: Folder): Promise<void> {
  refuseOtherMark(await readMark(client), sealingKey, folder);
}

/**
 * Marks a log that had events before marks existed, once the key has opened a subject's key.
 * @param client of an administrator.
 */
export async function markProvenLog(client: pg.Client, sealingKey: string): Promise<void> {
  if ((await readMark(client)) !== undefined || (await isLogEmpty(client))) return;
  if (await opensSubjectKeys(client, new Sealing(Buffer.from(sealingKey, 'base64'))))
    await writeMark(client, markOf(sealingKey));
}

/**
 * The signing key, after checking that it signed the newest checkpoint or was accepted since; a new one only for a log
 * without events, or if a new key is to be accepted.
 * @param client of an administrator or plimsoll_projector, on a database of this version.
 * @param isNewAccepted whether a key other than the previous one is wanted.
 * @throws PlainError that says what is missing and what to do.
 */
export async function signingKeyFor(
  client: pg.Client,
  found: Partial<Keys>,
  folder: Folder,
  isNewAccepted: boolean,
): Promise<string> {
  const { signingKey } = found;
  if (signingKey === undefined) {
    if (isNewAccepted || (await isLogEmpty(client))) return makeSigningKey(folder);
    throw new PlainError(
      `SIGNING_KEY is missing: the log's checkpoints are signed with it; ${howTo('SIGNING_KEY', folder)}${orAccept}`,
    );
  }
  const newest = isNewAccepted ? undefined : await newestSigner(client);
  const publicKey = createPublicKey(createPrivateKey(signingKey));
  if (!newest || newest.keyId === keyIdOf(publicKey)) return signingKey;
  const accepted = (await readFormerKeys(client, publicKey)).map(keyIdOf);
  if (accepted.includes(newest.keyId)) return signingKey;
  throw new PlainError(
    `SIGNING_KEY (${keyIdOf(publicKey)}) is not the one that signed the newest checkpoint (${newest.keyId}, ${newest.at.toISOString()}); ${howTo('SIGNING_KEY', folder)}${orAccept}`,
  );
}

function refuseOtherMark(mark: string | undefined, sealingKey: string, folder: Folder): void {
  if (mark === undefined || mark === markOf(sealingKey)) return;
  throw new PlainError(
    `SEALING_KEY (mark ${markOf(sealingKey)}) is not the one that the log was sealed with (mark ${mark}); ${howTo('SEALING_KEY', folder)}`,
  );
}
