import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

export interface AboutDisabledWebhook {
  readonly organizationName: string;
  readonly because: DisabledBecause;
  readonly link: string;
}

const reasons: Readonly<Record<DisabledBecause, string>> = {
  GONE: 'It answered that it is gone.',
  FAILING: 'For five days it took nothing that was sent to it.',
};

/** Tells that an endpoint was disabled. Which one it is stands where the link leads. */
export function webhookDisabledMail({ organizationName, because, link }: AboutDisabledWebhook): Mail {
  return composeMail({
    subject: `A webhook of ${organizationName} was disabled`,
    heading: `A webhook of ${organizationName} was disabled`,
    paragraphs: [`${reasons[because]} What happens from now on waits until somebody enables it.`],
    action: { label: 'Open the webhook', link },
    because: 'You get this mail because you are an admin of the organization.',
  });
}
