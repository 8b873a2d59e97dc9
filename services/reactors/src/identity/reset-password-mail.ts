import {
  FindAccount,
  FindAccountHandler,
  ListAccountAddresses,
  ListAccountAddressesHandler,
} from '@plimsoll/projections/identity/account/query';
import {
  FindGovernor,
  FindGovernorHandler,
} from '@plimsoll/projections/single-sign-on/organization-domains/find-governor';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';

/**
 * Sends the link to set a new password, valid for 10 minutes, to the account and the address that the request is bound
 * to; to no one once the account has lost that address.
 */
export const resetPassword = defineMail<{ reset: string }>({
  kind: 'RESET',
  isFromOutbox: true,
  write: async ({ reset }, { pool, reader, sealingKey, publicUrl }) => {
    const { rows } = await pool.query<{ sealed: Buffer; is_over: boolean }>(
      "select sealed, used_at is not null or asked_at < clock_timestamp() - interval '10 minutes' as is_over from password_resets where guid = $1",
      [reset],
    );
    if (!rows[0]) return 'The request is gone';
    if (rows[0].is_over) return 'Its link is over';
    const links = MailedLinks.ofResets(sealingKey);
    const { account: bound } = links.rows.open(reset, rows[0].sealed);
    const [account, addresses] = bound
      ? await Promise.all([
          new FindAccountHandler(reader).execute(new FindAccount(bound.userGuid)),
          new ListAccountAddressesHandler(reader).execute(new ListAccountAddresses(bound.userGuid)),
        ])
      : [null, []];
    if (!bound || !account) return 'Nobody has an account by that name';
    if (!addresses.includes(bound.emailAddress)) return 'The account has lost the address since';
    const governor = await new FindGovernorHandler(reader).execute(new FindGovernor(account.userGuid));
    if (governor?.userPermissions?.managePassword === false)
      return 'Their organization does not let them set a password';
    return {
      to: { name: account.name, address: bound.emailAddress },
      ...composeMail({
        subject: 'Set a new password',
        heading: 'Set a new password',
        paragraphs: [
          'Somebody asked to set a new password for your account. If it was you, open the link within 10 minutes of asking; it works once.',
          'If it was not you, do nothing: your password is as it was.',
        ],
        action: { label: 'Set a new password', link: `${publicUrl}/forgot-password/reset#${links.tokenOf(reset)}` },
        because: 'You get this mail because a new password was asked for with your email address.',
      }),
    };
  },
});
