import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { accountRecipient } from '../mail/recipients.ts';

/** Security notice that second factors were changed, with a link to reset the password. */
export const factorChanged = defineMail<{ user: string }>({
  kind: 'FACTOR_CHANGED',
  write: async ({ user }, { reader, publicUrl }) => {
    const to = await accountRecipient(reader, user);
    if (typeof to === 'string') return to;
    return {
      to,
      ...composeMail({
        subject: 'The second step of your sign-in was changed',
        heading: 'The second step of your sign-in was changed',
        paragraphs: [
          'An authenticator app, a passkey or the recovery codes of your account were added, replaced or removed.',
          'If that was somebody else, they know your password: choose another one, then look at the second factors in your settings.',
        ],
        action: { label: 'Choose another password', link: `${publicUrl}/forgot-password` },
        because: 'You get this mail because the second factors of your account were changed.',
      }),
    };
  },
});
