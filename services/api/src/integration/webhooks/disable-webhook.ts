import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { webhookDecider } from './webhook.ts';
import { disableWebhook } from './disable-webhook.rule.ts';

export const DisableWebhook = defineCommand({
  name: 'DisableWebhook',
  useCase: (_, webhookGuid: string, because: DisabledBecause) =>
    singleStream({
      own: webhookDecider.of(webhookGuid),
      decide: (state) => disableWebhook(because, state),
    }),
});
