import type { WebhookEvent } from '@plimsoll/contracts/integration/webhook-events';
import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { adminRecipient, adminsOf } from '../mail/recipients.ts';

const reasons: Readonly<Record<DisabledBecause, string>> = {
  GONE: 'It answered that it is gone.',
  FAILING: 'For five days it took nothing that was sent to it.',
};

/** Why the event of a revision disabled an endpoint; undefined if it was enabled or removed since. */
function disabledBecause(events: readonly RecordedEvent[], revision: number): DisabledBecause | undefined {
  const [disabled, ...since] = events.slice(revision - 1) as (RecordedEvent & WebhookEvent)[];
  const isOver = since.some(
    ({ type, data }) => type === 'WebhookRemoved' || (type === 'WebhookChanged' && data.isEnabled === true),
  );
  return disabled?.type === 'WebhookDisabled' && !isOver ? disabled.data.because : undefined;
}

/** Notifies the admins that a webhook endpoint was disabled. The linked page shows which one. */
export const webhookDisabled = defineMail<{ tenant: string; webhook: string; revision: number; recipient: string }>({
  kind: 'WEBHOOK_DISABLED',
  recipients: adminsOf,
  write: async (ids, context) => {
    const { tenant, webhook, revision } = ids;
    const because = disabledBecause(await context.log.load(tenant, { kind: 'webhook', guid: webhook }), revision);
    if (because === undefined) return 'It is not disabled any more';
    const admin = await adminRecipient(ids, context);
    if (typeof admin === 'string') return admin;
    const { organization, to } = admin;
    return {
      to,
      ...composeMail({
        subject: `A webhook of ${organization.name} was disabled`,
        heading: `A webhook of ${organization.name} was disabled`,
        paragraphs: [`${reasons[because]} What happens from now on waits until somebody enables it.`],
        action: {
          label: 'Open the webhook',
          link: `${context.publicUrl}/settings/organization/integrations/webhooks/${webhook}?organizationGuid=${tenant}`,
        },
        because: 'You get this mail because you are an admin of the organization.',
      }),
    };
  },
});
