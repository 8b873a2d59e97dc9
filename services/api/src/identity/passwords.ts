import { inPasswordThread } from './password-threads.ts';
import { PasswordTurns } from './password-turns.ts';

/** argon2id (the library's default kind) with 46 MiB. A hash with other costs is made anew at the next sign-in. */
const COSTS = { memoryCost: 47_104, timeCost: 2, parallelism: 1 } as const;
const COSTS_TEXT = `$argon2id$v=19$m=${COSTS.memoryCost},t=${COSTS.timeCost},p=${COSTS.parallelism}$`;

/** What the product hashes for itself waits beside the devices that are known. */
const OWN = { networks: ['the product'], isKnown: true } as const;

/** Of the process: what they take of its memory and cores is taken once. */
export const passwordTurns = new PasswordTurns();

export const hashPassword = (password: string): Promise<string> => passwordTurns.take(OWN, () => hashInTurn(password));

/** The same for whoever has a turn. @param salt of 16 bytes, where hashes are to be compared with each other. */
export const hashInTurn = (password: string, salt?: Uint8Array): Promise<string> => inPasswordThread<string>({ password, options: { ...COSTS, ...(salt && { salt }) } });

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

export const needsRehash = (stored: string): boolean => !stored.startsWith(COSTS_TEXT);

/** Prepares what the first unknown user would otherwise wait for. */
export const warmUpPasswords = async (): Promise<void> => void (await (nobodys ??= hashPassword(crypto.randomUUID())));
