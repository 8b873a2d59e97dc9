import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** A signed statement of a tenant's position and hash at a time. */
export interface Checkpoint {
  readonly tenant: string;
  readonly position: number;
  /** The hash of the event at that position, in hex. */
  readonly hash: string;
  readonly time: string;
  /** Identifies the signing key: the first 16 hex digits of the SHA-256 of the public key's 32 bytes. */
  readonly keyId: string;
  /** Ed25519 over tenant, position, hash and time, in base64. */
  readonly signature: string;
}

/** A checkpoint with its source: the table, or a line of a file. */
export interface StoredCheckpoint extends Checkpoint {
  readonly place: string;
}

export type Statement = Pick<Checkpoint, 'tenant' | 'position' | 'hash' | 'time'>;

const textOf = (of: Statement): Buffer =>
  Buffer.from(`plimsoll checkpoint 1\n${of.tenant}\n${of.position}\n${of.hash}\n${of.time}\n`, 'utf8');

/** Identifies an Ed25519 public key: the first 16 hex digits of the SHA-256 of its 32 bytes. */
export const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'))
    .digest('hex')
    .slice(0, 16);

/** Signs a checkpoint with Ed25519. The signed text is the fields, one per line, after `plimsoll checkpoint 1`. */
export function signCheckpoint(of: Statement, signingKey: KeyObject): Checkpoint {
  const { tenant, position, hash, time } = of;
  return {
    tenant,
    position,
    hash,
    time,
    keyId: keyIdOf(createPublicKey(signingKey)),
    signature: sign(null, textOf(of), signingKey).toString('base64'),
  };
}

/** Whether the checkpoint carries a valid signature of this key. */
export const isGenuine = (checkpoint: Checkpoint, publicKey: KeyObject): boolean =>
  checkpoint.keyId === keyIdOf(publicKey) &&
  verify(null, textOf(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64'));

/** Checks a tenant's events against its signed checkpoints while the log is walked. */
export class SignedCheckpoints {
  readonly #byPosition: ReadonlyMap<number, readonly StoredCheckpoint[]>;
  readonly #publicKeys: ReadonlyMap<string, KeyObject>;
  #lastHeld = 0;

  /** @param formerKeys public keys whose signatures are also accepted. */
  constructor(checkpoints: readonly StoredCheckpoint[], publicKey: KeyObject, formerKeys: readonly KeyObject[] = []) {
    this.#byPosition = Map.groupBy(checkpoints, ({ position }) => position);
    this.#publicKeys = new Map([publicKey, ...formerKeys].map((key) => [keyIdOf(key), key]));
  }

  /**
   * Returns why the event at this position is not the signed one; undefined if it is, or if nothing was signed here.
   * @param hash of the event at that position.
   */
  errorAt(position: number, hash: string): string | undefined {
    const here = this.#byPosition.get(position);
    if (!here) return undefined;
    for (const checkpoint of here) {
      const error = this.#error(checkpoint);
      if (error) return error;
      if (checkpoint.hash !== hash) {
        return `the event is not the one that the checkpoint of ${checkpoint.time} names (${checkpoint.place}): the log was written anew after position ${this.#lastHeld}`;
      }
    }
    this.#lastHeld = position;
    return undefined;
  }

  /** Returns the error of checkpoints beyond the end of the log: the log was longer, or another key signed them. */
  errorBeyond(end: number): { readonly position: number; readonly reason: string } | undefined {
    const beyond = [...this.#byPosition.values()]
      .flat()
      .filter(({ position }) => position > end)
      .sort((one, other) => one.position - other.position);
    const longest = beyond.findLast((checkpoint) => !this.#error(checkpoint));
    if (longest)
      return {
        position: end + 1,
        reason: `the log ends here, but a signed checkpoint says ${longest.position} (${longest.time}, ${longest.place})`,
      };
    return beyond[0] && { position: beyond[0].position, reason: this.#error(beyond[0])! };
  }

  #error(checkpoint: StoredCheckpoint): string | undefined {
    const key = this.#publicKeys.get(checkpoint.keyId);
    if (key && isGenuine(checkpoint, key)) return undefined;
    return key
      ? `the checkpoint of this position does not say what our key signed (${checkpoint.place})`
      : `the checkpoint of this position is signed by the key ${checkpoint.keyId}, which is not ours (${checkpoint.place})`;
  }
}
