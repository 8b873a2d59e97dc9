import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { LoginRole } from '@plimsoll/postgres/roles';
import type { Configuration } from './configuration.ts';
import { readOrCreate, readWritten } from './write-once-file.ts';

/** The two secrets of an installation. */
export interface Keys {
  /** Ed25519 private key, PKCS#8 in PEM. */
  readonly signingKey: string;
  /** 32 bytes in base64. */
  readonly sealingKey: string;
}

type Folder = Pick<Configuration, 'dataDir'>;

export const signingKeyFile = ({ dataDir }: Folder): string => join(dataDir, 'keys', 'signing-key.pem');
export const sealingKeyFile = ({ dataDir }: Folder): string => join(dataDir, 'keys', 'sealing-key');

/**
 * The keys from the environment or from DATA_DIR/keys; none is generated.
 * @throws PlainError that names a file that is empty or holds no key.
 */
export function findKeys(configuration: Configuration): Partial<Keys> {
  const signingKey = configuration.signingKey ?? readWritten(signingKeyFile(configuration), isSigningKey);
  const sealingKey = configuration.sealingKey ?? readWritten(sealingKeyFile(configuration), isSealingKey);
  return { ...(signingKey !== undefined && { signingKey }), ...(sealingKey !== undefined && { sealingKey }) };
}

/** Generates and stores a signing key. The caller checks that there is no log that needs an earlier one. */
export const makeSigningKey = (folder: Folder): string =>
  readOrCreate(
    signingKeyFile(folder),
    () => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().trim(),
    isSigningKey,
  );

/** Like `makeSigningKey`. */
export const makeSealingKey = (folder: Folder): string =>
  readOrCreate(sealingKeyFile(folder), () => randomBytes(32).toString('base64'), isSealingKey);

/** Secret that signs the payment sandbox's webhooks. */
export const paymentWebhookSecret = ({ dataDir }: Folder): string =>
  readOrCreate(
    join(dataDir, 'keys', 'payment-webhook-secret'),
    () => `whsec_${randomBytes(32).toString('hex')}`,
    (text) => /^whsec_[0-9a-f]{64}$/.test(text),
  );

/** The password of the three demo accounts. */
export function demoPasswordOf(dataDir: string): string {
  return readOrCreate(join(dataDir, 'demo-password'), readablePassword);
}

/**
 * Password of a database role, derived from the sealing key, so that all processes of an installation know it without
 * exchanging it.
 */
export function rolePassword(sealingKey: string, role: LoginRole): string {
  return createHmac('sha256', Buffer.from(sealingKey, 'base64')).update(`password of ${role}`).digest('base64url');
}

const isSealingKey = (text: string): boolean => Buffer.from(text, 'base64').length === 32;

function isSigningKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** Sixteen characters in groups of four, without characters that look alike: 79 bits. */
function readablePassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
