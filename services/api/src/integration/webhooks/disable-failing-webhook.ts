import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { DisableWebhook } from './disable-webhook.ts';

/** Process manager step: disables an endpoint that answered 410, or failed for days. */
export const disableFailingWebhook: CarryOutFollowUp<'DISABLE_WEBHOOK'> = async (
  { id, ids: { organization, webhook, because } },
  { commands },
) => [
  await commands.execute(
    new DisableWebhook(systemEnvelope({ tenant: organization, name: `follow-up ${id}` }), webhook, because),
  ),
];
