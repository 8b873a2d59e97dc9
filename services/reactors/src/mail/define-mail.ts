import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type pg from 'pg';
import type { JobIds } from '../jobs/jobs.ts';
import type { Mail, OutgoingMail, Recipient, SkipReason } from './mail.ts';
import type { ReadableLog } from './readable-log.ts';

/** The data sources of every mail. */
export interface MailContext {
  readonly log: ReadableLog;
  /** As plimsoll_projector. */
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly reader: ReadModelReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  /** The base URL of links: the product's address in a browser. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** What `write` returns: the mail and its recipient; a `kind` only if the rate limit is to count it as another kind. */
export interface WrittenMail extends Mail {
  readonly kind?: string;
  readonly to: Recipient;
}

export interface MailDeclaration<Ids> {
  /** Of its jobs. Stored: never rename it. */
  readonly kind: string;
  /** Whether its jobs come from the outbox instead of a reactor. */
  readonly isFromOutbox?: boolean;
  /** Finds who gets the mail, by guid, for a job without `recipient`; each of them gets a job. */
  readonly recipients?: (ids: Omit<Ids, 'recipient'>, context: MailContext) => Promise<readonly string[]>;
  /** Writes the mail from the state at the time of sending, or says why it is not needed any more. */
  readonly write: (ids: Ids, context: MailContext) => Promise<WrittenMail | SkipReason>;
}

/** A declared kind of mail. */
export interface MailTemplate {
  readonly kind: string;
  readonly isFromOutbox: boolean;
  readonly recipients: ((ids: JobIds, context: MailContext) => Promise<readonly string[]>) | undefined;
  readonly write: (ids: JobIds, context: MailContext) => Promise<OutgoingMail | SkipReason>;
}

/** Declares a kind of mail. `Ids` are the ids of its jobs, with `recipient` once it is known. */
export function defineMail<Ids extends object>(declaration: MailDeclaration<Ids>): MailTemplate {
  const { kind, isFromOutbox = false, recipients, write } = declaration;
  return {
    kind,
    isFromOutbox,
    recipients: recipients && ((ids, context) => recipients(ids as unknown as Ids, context)),
    write: async (ids, context) => {
      const written = await write(ids as unknown as Ids, context);
      return typeof written === 'string' ? written : { ...written, kind: written.kind ?? kind };
    },
  };
}
