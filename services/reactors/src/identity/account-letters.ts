import { ERASED } from '@plimsoll/contracts/domain-event';
import { MailedLinks } from '@plimsoll/event-store/mailed-links';
import { FindAccount, FindAccountByEmail, FindAccountByEmailHandler, FindAccountHandler, type Account } from '@plimsoll/projections/account/query';
import type { ReadModelReader } from '@plimsoll/projections/read-model-reader';
import type pg from 'pg';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { alreadyRegisteredMail } from './already-registered-mail.ts';
import { passwordChangedMail } from './password-changed-mail.ts';
import { resetPasswordMail } from './reset-password-mail.ts';
import { verifyAddressMail } from './verify-address-mail.ts';

export interface AccountSources extends MailPlace {
  /** As plimsoll_projector. */
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly reader: ReadModelReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
}

type WriteAccountLetter = (ids: JobData['ids'], sources: AccountSources) => Promise<Letter | string>;

/** Whom the address belongs to is asked here and nowhere before: what is answered to a request knows nothing of it. */
async function verifyLetter({ verification }: JobData['ids'], { pool, reader, sealingKey, publicUrl }: AccountSources): Promise<Letter | string> {
  const guid = String(verification);
  const { rows } = await pool.query<{ sign_up: string | null; sealed: Buffer; is_over: boolean }>(
    "select sign_up, sealed, verified_at is not null or asked_at < clock_timestamp() - interval '24 hours' as is_over from email_verifications where guid = $1", [guid],
  );
  if (!rows[0]) return 'The sign-up is gone';
  const links = MailedLinks.ofVerifications(sealingKey);
  const { emailAddress: address } = links.rows.open(guid, rows[0].sealed);
  const account = await new FindAccountByEmailHandler(reader).execute(new FindAccountByEmail(address));
  if (account) return { kind: 'ALREADY_REGISTERED', to: recipientOf(account), ...alreadyRegisteredMail(`${publicUrl}/signin`) };
  if (rows[0].is_over) return 'Its link is over';
  if (rows[0].sign_up === null) return 'Nobody signed up with the address';
  return { kind: 'VERIFY', to: { name: '', address }, ...verifyAddressMail(`${publicUrl}/verify-email#${links.tokenOf(guid)}`) };
}

async function resetLetter({ reset }: JobData['ids'], { pool, reader, sealingKey, publicUrl }: AccountSources): Promise<Letter | string> {
  const guid = String(reset);
  const { rows } = await pool.query<{ sealed: Buffer; is_over: boolean }>(
    "select sealed, used_at is not null or asked_at < clock_timestamp() - interval '10 minutes' as is_over from password_resets where guid = $1", [guid],
  );
  if (!rows[0]) return 'The request is gone';
  if (rows[0].is_over) return 'Its link is over';
  const links = MailedLinks.ofResets(sealingKey);
  const account = await new FindAccountByEmailHandler(reader).execute(new FindAccountByEmail(links.rows.open(guid, rows[0].sealed).identifier));
  if (!account) return 'Nobody has an account with the address';
  return { kind: 'RESET', to: recipientOf(account), ...resetPasswordMail(`${publicUrl}/forgot-password/reset#${links.tokenOf(guid)}`) };
}

async function passwordChangedLetter({ user }: JobData['ids'], { reader, publicUrl }: AccountSources): Promise<Letter | string> {
  const account = await new FindAccountHandler(reader).execute(new FindAccount(String(user)));
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  return { kind: 'PASSWORD_CHANGED', to: recipientOf(account), ...passwordChangedMail(`${publicUrl}/forgot-password`) };
}

const recipientOf = ({ name, emailAddress }: Account): Letter['to'] => ({ name, address: emailAddress });

/** Mails about accounts, by the kind of their job. */
export const accountLetters: Readonly<Record<string, WriteAccountLetter>> = { VERIFY: verifyLetter, RESET: resetLetter, PASSWORD_CHANGED: passwordChangedLetter };
