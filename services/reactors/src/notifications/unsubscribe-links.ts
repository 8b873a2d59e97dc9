import { unsubscribeToken, type UnsubscribeKind } from '@plimsoll/contracts/notifications/email-preferences';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import type { MailContext } from '../mail/define-mail.ts';
import type { UnsubscribeLinks } from '../mail/mail.ts';

/** Creates the links by which a user stops mails of a kind: in settings, on a page that confirms, by one click. */
export function unsubscribeLinks(
  { publicUrl, sealingKey }: Pick<MailContext, 'publicUrl' | 'sealingKey'>,
  userGuid: string,
  kind: UnsubscribeKind,
): UnsubscribeLinks {
  const token = unsubscribeToken(kind, MailedLinks.ofMails(sealingKey, kind).tokenOf(userGuid));
  return {
    preferences: { label: 'Choose which mails you get', link: `${publicUrl}/settings/notifications` },
    unsubscribe: {
      label: kind === 'DIGEST' ? 'Stop these digests' : 'Stop mails of this kind',
      link: `${publicUrl}/unsubscribe#${token}`,
    },
    oneClick: `${publicUrl}/api/email-preferences/unsubscribe?token=${token}`,
  };
}
