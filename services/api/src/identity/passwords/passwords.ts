import { inPasswordThread } from './password-threads.ts';
import { PasswordTurns } from './password-turns.ts';

/** What a hash takes of memory, in KiB, unless it is said otherwise. */
export const PASSWORD_MEMORY_KIB = 47_104;

/** argon2id (the library's default kind). A hash with other costs is made anew at the next sign-in. */
let costs = costsWith(PASSWORD_MEMORY_KIB);

function costsWith(memoryCost: number) {
  const options = { memoryCost, timeCost: 2, parallelism: 1 } as const;
  return { options, text: `$argon2id$v=19$m=${memoryCost},t=${options.timeCost},p=${options.parallelism}$` };
}

/** What the product hashes for itself waits beside the devices that are known. */
const OWN = { networks: ['the product'], isKnown: true } as const;

/** Of the process: what they take of its memory and cores is taken once. */
export const passwordTurns = new PasswordTurns();

export const hashPassword = (password: string): Promise<string> => passwordTurns.take(OWN, () => hashInTurn(password));

/** The same for whoever has a turn. @param salt of 16 bytes, where hashes are to be compared with each other. */
export const hashInTurn = (password: string, salt?: Uint8Array): Promise<string> =>
  inPasswordThread<string>({ password, options: { ...costs.options, ...(salt && { salt }) } });

let nobodys: Promise<string> | undefined;

/**
 * Whether the password is right, for whoever has a turn. Without a hash the same work is done, and the answer is no: an
 * unknown user takes as long as a wrong password.
 */
export async function matchesInTurn(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (nobodys ??= hashInTurn(crypto.randomUUID())));
  const matches = await inPasswordThread<boolean>({ password, stored: against });
  return matches && stored !== null;
}

export const needsRehash = (stored: string): boolean => !stored.startsWith(costs.text);

/** Says what a hash takes from now on, in the whole process, and prepares what the first unknown user would otherwise wait for. @param memoryKib of each hash. */
export async function preparePasswords(memoryKib: number): Promise<void> {
  costs = costsWith(memoryKib);
  await (nobodys = hashPassword(crypto.randomUUID()));
}
