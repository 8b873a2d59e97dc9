import {
  FindAccountByIdentifier,
  FindAccountByIdentifierHandler,
  ListAccountAddresses,
  ListAccountAddressesHandler,
  type Account,
} from '@plimsoll/projections/identity/account/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import type { Mail } from '../mail/mail.ts';

interface VerificationRow {
  /** Null for an address that is added to an account. */
  readonly sign_up: string | null;
  readonly user_guid: string | null;
  readonly sealed: Buffer;
  readonly is_over: boolean;
}

/**
 * Asks to verify an address at sign-up or when it is added to an account. Only this mail reveals whether the address
 * already has an account; answers to requests must not.
 */
export const verifyAddress = defineMail<{ verification: string }>({
  kind: 'VERIFY',
  isFromOutbox: true,
  write: async ({ verification }, { pool, reader, sealingKey, publicUrl }) => {
    const { rows } = await pool.query<VerificationRow>(
      "select sign_up, user_guid, sealed, verified_at is not null or asked_at < clock_timestamp() - interval '24 hours' as is_over from email_verifications where guid = $1",
      [verification],
    );
    const row = rows[0];
    if (!row) return 'The sign-up is gone';
    const links = MailedLinks.ofVerifications(sealingKey);
    const { emailAddress: address } = links.rows.open(verification, row.sealed);
    const account = await new FindAccountByIdentifierHandler(reader).execute(new FindAccountByIdentifier(address));
    const isAdded = row.sign_up === null && row.user_guid !== null;
    if (account?.userGuid === row.user_guid && isAdded) return 'It is verified';
    if (account)
      return {
        kind: 'ALREADY_REGISTERED',
        to: { name: account.name, address: await storedAddress(reader, account, address) },
        ...(isAdded ? addressTakenMail : alreadyRegisteredMail)(`${publicUrl}/signin`),
      };
    if (row.is_over) return 'Its link is over';
    if (row.sign_up === null && !isAdded) return 'The address waits for nobody';
    return {
      to: { name: '', address },
      ...(isAdded ? verifyAddedAddressMail : verifySignUpMail)(
        `${publicUrl}/verify-email#${links.tokenOf(verification)}`,
      ),
    };
  },
});

/** An account's own address as stored: what was typed only finds it. */
async function storedAddress(
  reader: ReadModelReader,
  { userGuid, emailAddress }: Account,
  typed: string,
): Promise<string> {
  const addresses = await new ListAccountAddressesHandler(reader).execute(new ListAccountAddresses(userGuid));
  return addresses.find((own) => own.toLowerCase() === typed.toLowerCase()) ?? emailAddress;
}

/** Contains nothing that was typed at sign-up: the address may belong to another person. */
const verifySignUpMail = (link: string): Mail =>
  composeMail({
    subject: 'Verify your email address',
    heading: 'Verify your email address',
    paragraphs: [
      'Somebody signed up for Plimsoll with this email address. If it was you, open the link within 24 hours.',
      'If it was not you, do nothing: without the link nobody gets an account with your address.',
    ],
    action: { label: 'Verify my email address', link },
    because: 'You get this mail because your email address was given when somebody signed up.',
  });

/** Names nobody: the address may belong to another person. */
const verifyAddedAddressMail = (link: string): Mail =>
  composeMail({
    subject: 'Verify your email address',
    heading: 'Verify the email address that you added',
    paragraphs: [
      'Somebody added this email address to their Plimsoll account. If it was you, open the link within 24 hours, where you are signed in.',
      'If it was not you, do nothing: outside of that account the link does nothing, so do not pass it on.',
    ],
    action: { label: 'Verify this address', link },
    because: 'You get this mail because your email address was added to an account.',
  });

/** For a sign-up with the address of an existing account. */
const alreadyRegisteredMail = (link: string): Mail =>
  composeMail({
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody signed up for Plimsoll with this email address, which has an account already. If it was you, sign in; if you forgot your password, set a new one from there.',
      'If it was not you, do nothing: your account is as it was.',
    ],
    action: { label: 'Sign in', link },
    because: 'You get this mail because your email address was given when somebody signed up.',
  });

/** For an address that was added to an account but belongs to another one. */
const addressTakenMail = (link: string): Mail =>
  composeMail({
    subject: 'Your email address belongs to your account',
    heading: 'This address belongs to your account',
    paragraphs: [
      'Somebody added this email address to another Plimsoll account. It is yours, and an address has one account. If it was you, remove it from this account first.',
      'If it was not you, do nothing: your account is as it was.',
    ],
    action: { label: 'Sign in', link },
    because: 'You get this mail because your email address was added to an account.',
  });
