import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import {
  FindAccount,
  FindAccountByIdentifier,
  FindAccountByIdentifierHandler,
  FindAccountHandler,
  type Account,
} from '@plimsoll/projections/identity/account/query';
import {
  FindGovernor,
  FindGovernorHandler,
} from '@plimsoll/projections/single-sign-on/organization-domains/find-governor';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type pg from 'pg';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, Mail, MailPlace } from '../mail/mail.ts';
import { addressChangedLetter } from './address-changed-letter.ts';
import { alreadyRegisteredMail } from './already-registered-mail.ts';
import { factorChangedMail } from './factor-changed-mail.ts';
import { passwordChangedMail } from './password-changed-mail.ts';
import { resetPasswordMail } from './reset-password-mail.ts';
import { addressTakenMail, verifyAddedAddressMail } from './verify-added-address-mail.ts';
import { verifyAddressMail } from './verify-address-mail.ts';

export interface AccountSources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  /** As plimsoll_projector. */
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly reader: ReadModelReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
}

type WriteAccountLetter = (ids: JobData['ids'], sources: AccountSources) => Promise<Letter | string>;

/** Whom the address belongs to is asked here and nowhere before: what is answered to a request knows nothing of it. */
async function verifyLetter(
  { verification }: JobData['ids'],
  { pool, reader, sealingKey, publicUrl }: AccountSources,
): Promise<Letter | string> {
  const guid = String(verification);
  const { rows } = await pool.query<{
    sign_up: string | null;
    user_guid: string | null;
    sealed: Buffer;
    is_over: boolean;
  }>(
    "select sign_up, user_guid, sealed, verified_at is not null or asked_at < clock_timestamp() - interval '24 hours' as is_over from email_verifications where guid = $1",
    [guid],
  );
  if (!rows[0]) return 'The sign-up is gone';
  const links = MailedLinks.ofVerifications(sealingKey);
  const { emailAddress: address } = links.rows.open(guid, rows[0].sealed);
  const account = await new FindAccountByIdentifierHandler(reader).execute(new FindAccountByIdentifier(address));
  const isAdded = rows[0].sign_up === null && rows[0].user_guid !== null;
  if (account?.userGuid === rows[0].user_guid && isAdded) return 'It is verified';
  if (account)
    return {
      kind: 'ALREADY_REGISTERED',
      to: { name: account.name, address },
      ...(isAdded ? addressTakenMail : alreadyRegisteredMail)(`${publicUrl}/signin`),
    };
  if (rows[0].is_over) return 'Its link is over';
  if (rows[0].sign_up === null && !isAdded) return 'The address waits for nobody';
  return {
    kind: 'VERIFY',
    to: { name: '', address },
    ...(isAdded ? verifyAddedAddressMail : verifyAddressMail)(`${publicUrl}/verify-email#${links.tokenOf(guid)}`),
  };
}

async function resetLetter(
  { reset }: JobData['ids'],
  { pool, reader, sealingKey, publicUrl }: AccountSources,
): Promise<Letter | string> {
  const guid = String(reset);
  const { rows } = await pool.query<{ sealed: Buffer; is_over: boolean }>(
    "select sealed, used_at is not null or asked_at < clock_timestamp() - interval '10 minutes' as is_over from password_resets where guid = $1",
    [guid],
  );
  if (!rows[0]) return 'The request is gone';
  if (rows[0].is_over) return 'Its link is over';
  const links = MailedLinks.ofResets(sealingKey);
  const { identifier } = links.rows.open(guid, rows[0].sealed);
  const account = await new FindAccountByIdentifierHandler(reader).execute(new FindAccountByIdentifier(identifier));
  if (!account) return 'Nobody has an account by that name';
  const governor = await new FindGovernorHandler(reader).execute(new FindGovernor(account.userGuid));
  if (governor?.userPermissions?.managePassword === false) return 'Their organization does not let them set a password';
  // Whoever names one of their addresses reads that one.
  const to = identifier.includes('@') ? { name: account.name, address: identifier } : recipientOf(account);
  return { kind: 'RESET', to, ...resetPasswordMail(`${publicUrl}/forgot-password/reset#${links.tokenOf(guid)}`) };
}

/** Tells whoever has the account, with a way to set another password. */
const toldOf =
  (kind: string, compose: (link: string) => Mail): WriteAccountLetter =>
  async ({ user }, { reader, publicUrl }) => {
    const account = await new FindAccountHandler(reader).execute(new FindAccount(String(user)));
    if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
    return { kind, to: recipientOf(account), ...compose(`${publicUrl}/forgot-password`) };
  };

const recipientOf = ({ name, emailAddress }: Account): Letter['to'] => ({ name, address: emailAddress });

/** Mails about accounts, by the kind of their job. */
export const accountLetters: Readonly<Record<string, WriteAccountLetter>> = {
  VERIFY: verifyLetter,
  RESET: resetLetter,
  PASSWORD_CHANGED: toldOf('PASSWORD_CHANGED', passwordChangedMail),
  ADDRESS_CHANGED: addressChangedLetter,
  FACTOR_CHANGED: toldOf('FACTOR_CHANGED', factorChangedMail),
};
