import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { accountRecipient } from '../mail/recipients.ts';

/** Security notice that a password was changed, with a link to reset it. */
export const passwordChanged = defineMail<{ user: string }>({
  kind: 'PASSWORD_CHANGED',
  write: async ({ user }, { reader, publicUrl }) => {
    const to = await accountRecipient(reader, user);
    if (typeof to === 'string') return to;
    return {
      to,
      ...composeMail({
        subject: 'Your password was changed',
        heading: 'Your password was changed',
        paragraphs: [
          'The password of your account was changed, and whoever was signed in was signed out.',
          'If it was not you, set a new password now.',
        ],
        action: { label: 'Set a new password', link: `${publicUrl}/forgot-password` },
        because: 'You get this mail because the password of your account was changed.',
      }),
    };
  },
});
