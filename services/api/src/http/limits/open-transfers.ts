import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { fieldError } from '../../commands/field-error.ts';
import { throwRefusal } from '../problems/problem-of.ts';

/** Those for whom a transfer counts; each is undefined where it is not known. */
export interface TransferOwner {
  /** Person, auditor or API key. */
  readonly account: string | undefined;
  readonly organization: string | undefined;
  /** Network address of the client, as one sender is counted. */
  readonly network: string;
}

export type TransferLimits = { readonly [Kind in keyof TransferOwner]: number };

/**
 * Maximum open uploads, and as many downloads. A phone that sends a day's photos has some ten at once; an organization
 * or an office behind one address has that of all its people.
 */
export const USUAL_TRANSFER_LIMITS: TransferLimits = { account: 32, organization: 256, network: 256 };

const RETRY = { 'retry-after': '5' };
const KINDS = ['account', 'organization', 'network'] as const;

/**
 * Counts open transfers, bodies that arrive or files that are sent, for their account, organization and network. They
 * last as long as their clients take, so they hold nothing that others wait for: this limits what they hold of memory,
 * connections and open files.
 */
export class OpenTransfers {
  readonly #open: { readonly [Kind in (typeof KINDS)[number]]: Map<string, number> } = {
    account: new Map(),
    organization: new Map(),
    network: new Map(),
  };

  constructor(private readonly limits: TransferLimits = USUAL_TRANSFER_LIMITS) {}

  /** Counts a transfer. @returns a function that ends it, once. Throws 429 when one of its owners has too many. */
  begin(owner: TransferOwner): () => void {
    for (const kind of KINDS) {
      const name = owner[kind];
      if (name !== undefined && (this.#open[kind].get(name) ?? 0) >= this.limits[kind])
        throwRefusal(
          'TooManyAttempts',
          { fieldErrors: [fieldError('', 'TooManyAttempts', fieldTexts.tooManyTransfers)] },
          RETRY,
        );
    }
    this.#count(owner, 1);
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#count(owner, -1);
      hasEnded = true;
    };
  }

  #count(owner: TransferOwner, change: 1 | -1): void {
    for (const kind of KINDS) {
      const name = owner[kind];
      if (name === undefined) continue;
      const count = (this.#open[kind].get(name) ?? 0) + change;
      if (count > 0) this.#open[kind].set(name, count);
      else this.#open[kind].delete(name);
    }
  }
}
