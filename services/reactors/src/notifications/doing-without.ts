import { unsubscribeToken, type UnsubscribeKind } from '@plimsoll/contracts/notifications/email-preferences';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import type { DoingWithout, MailPlace } from '../mail/mail.ts';

/** How whoever gets a kind of mails does without it: in their settings, on a page that asks, or by their mail program. */
export function doingWithout(
  { publicUrl, sealingKey }: MailPlace & { readonly sealingKey: Uint8Array },
  userGuid: string,
  kind: UnsubscribeKind,
): DoingWithout {
  const token = unsubscribeToken(kind, MailedLinks.ofMails(sealingKey, kind).tokenOf(userGuid));
  return {
    choosing: { label: 'Choose which mails you get', link: `${publicUrl}/settings/notifications` },
    stopping: {
      label: kind === 'DIGEST' ? 'Stop these digests' : 'Stop mails of this kind',
      link: `${publicUrl}/unsubscribe#${token}`,
    },
    oneClick: `${publicUrl}/api/email-preferences/unsubscribe?token=${token}`,
  };
}
