import { inPasswordThread } from './password-threads.ts';
import { PasswordQueue } from './password-queue.ts';

/** Default memory of a hash in KiB. */
export const PASSWORD_MEMORY_KIB = 47_104;

/** Costs of argon2id (the library's default). A hash with other costs is replaced at the next sign-in. */
let costs = costsWith(PASSWORD_MEMORY_KIB);

function costsWith(memoryCost: number) {
  const options = { memoryCost, timeCost: 2, parallelism: 1 } as const;
  return { options, text: `$argon2id$v=19$m=${memoryCost},t=${options.timeCost},p=${options.parallelism}$` };
}

/** Hashes for the product's own purposes queue with those of known devices. */
const OWN_REQUEST = { networks: ['the product'], isKnown: true } as const;

/** Shared by the process, whose memory and cores the hashes use. */
export const passwordQueue = new PasswordQueue();

export const hashPassword = (password: string): Promise<string> =>
  passwordQueue.take(OWN_REQUEST, () => hashInThread(password));

/** Hashes within a turn. @param salt 16 bytes, where hashes must be comparable. */
export const hashInThread = (password: string, salt?: Uint8Array): Promise<string> =>
  inPasswordThread<string>({ password, options: { ...costs.options, ...(salt && { salt }) } });

let dummyHash: Promise<string> | undefined;

/**
 * Verifies a password within a turn. Without a hash it does the same work and returns false: an unknown user takes as
 * long as a wrong password.
 */
export async function verifyInThread(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (dummyHash ??= hashInThread(crypto.randomUUID())));
  const matches = await inPasswordThread<boolean>({ password, stored: against });
  return matches && stored !== null;
}

export const needsRehash = (stored: string): boolean => !stored.startsWith(costs.text);

/**
 * Sets the costs of hashes for the whole process, and prepares the hash for unknown users. @param memoryKib of each
 * hash.
 */
export async function preparePasswords(memoryKib: number): Promise<void> {
  costs = costsWith(memoryKib);
  await (dummyHash = hashPassword(crypto.randomUUID()));
}
