import { createHmac, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoginRole } from '@plimsoll/postgres/roles';
import type { Configuration } from './configuration.ts';

/** The keys of the environment, or the ones in DATA_DIR/keys, made when they are first needed. */
export function keepKeys(configuration: Configuration): { signingKey: string; sealingKey: string } {
  const { dataDir, signingKey } = configuration;
  return {
    signingKey: signingKey ?? kept(join(dataDir, 'keys'), 'signing-key.pem', () => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
    sealingKey: keepSealingKey(configuration),
  };
}

/** The one of the two that the roles' passwords follow from. */
export const keepSealingKey = ({ dataDir, sealingKey }: Configuration): string => sealingKey ?? kept(join(dataDir, 'keys'), 'sealing-key', () => randomBytes(32).toString('base64'));

/** The one password of the three demo accounts. */
export function keepDemoPassword(dataDir: string): string {
  return kept(dataDir, 'demo-password', readablePassword);
}

/**
 * What a database role logs in with. It follows from the sealing key, so that all processes of an installation,
 * which share that key, know it without asking each other.
 */
export function rolePassword(sealingKey: string, role: LoginRole): string {
  return createHmac('sha256', Buffer.from(sealingKey, 'base64')).update(`password of ${role}`).digest('base64url');
}

function kept(folder: string, name: string, make: () => string): string {
  const file = join(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Sixteen signs in groups of four, without those that are mistaken for one another: 79 bits. */
function readablePassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
