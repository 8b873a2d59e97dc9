import { sign, verify, type KeyObject } from 'node:crypto';

/** A signed statement of where a tenant's log stood at a time. */
export interface Checkpoint {
  readonly tenant: string;
  readonly position: number;
  /** The hash of the event at that position, in hex. */
  readonly hash: string;
  readonly time: string;
  /** Ed25519 over the other fields, in base64. */
  readonly signature: string;
}

const statement = (of: Omit<Checkpoint, 'signature'>): Buffer =>
  Buffer.from(`plimsoll checkpoint 1\n${of.tenant}\n${of.position}\n${of.hash}\n${of.time}\n`, 'utf8');

/** Signs with Ed25519; the text that is signed is the fields, one to a line, after `plimsoll checkpoint 1`. */
export function signCheckpoint(of: Omit<Checkpoint, 'signature'>, signingKey: KeyObject): Checkpoint {
  return { ...of, signature: sign(null, statement(of), signingKey).toString('base64') };
}

/** Whether it was signed by the holder of the key, and says what was signed. */
export const isGenuine = (checkpoint: Checkpoint, publicKey: KeyObject): boolean =>
  verify(null, statement(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64'));
