import { hash, verify } from '@node-rs/argon2';
import { throwRefusal } from '../http/problem-of.ts';

/** argon2id (the library's default kind) with 46 MiB. A hash with other costs is made anew at the next sign-in. */
const COSTS = { memoryCost: 47_104, timeCost: 2, parallelism: 1 } as const;
const COSTS_TEXT = `$argon2id$v=19$m=${COSTS.memoryCost},t=${COSTS.timeCost},p=${COSTS.parallelism}$`;

/** Each takes 46 MiB and a core: two at a time, off the main thread; who would wait too long is turned away. */
const AT_ONCE = 2;
const MOST_WAITING = 64;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throwRefusal('Unavailable', {}, { 'retry-after': '2' });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COSTS));

let nobodys: Promise<string> | undefined;

/** Whether the password is right. Without a hash the same work is done, and the answer is no: an unknown user takes as long as a wrong password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (nobodys ??= hashPassword(crypto.randomUUID())));
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== null;
}

export const needsRehash = (stored: string): boolean => !stored.startsWith(COSTS_TEXT);

/** Prepares what the first unknown user would otherwise wait for. */
export const warmUpPasswords = async (): Promise<void> => void (await (nobodys ??= hashPassword(crypto.randomUUID())));
