import type { DeliveryStatus } from '@plimsoll/contracts/integration/webhooks';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

export const apiKeysQuery = (orgGuid: string) => query('listApiKeys', { params: { orgGuid } });
export const createApiKey = command('createApiKey', { staleAfter: ['listApiKeys'] });
export const revokeApiKey = command('revokeApiKey', { staleAfter: ['listApiKeys'] });

export const webhooksQuery = (orgGuid: string) => query('listWebhooks', { params: { orgGuid } });
export const webhookQuery = (orgGuid: string, webhookGuid: string) =>
  query('getWebhook', { params: { orgGuid, webhookGuid } });
export const createWebhook = command('createWebhook', { staleAfter: ['listWebhooks'] });
export const changeWebhook = command('changeWebhook', {
  staleAfter: ['listWebhooks', 'listDeliveries'],
  answers: ({ params }) => webhookQuery(params.orgGuid, params.webhookGuid),
});
export const removeWebhook = command('removeWebhook', { staleAfter: ['listWebhooks'], leaves: true });
export const rotateWebhookSecret = command('rotateWebhookSecret', { staleAfter: ['listWebhooks'] });
export const testWebhook = command('testWebhook', { staleAfter: ['listDeliveries'] });
export const rewindWebhook = command('rewindWebhook', { staleAfter: ['listDeliveries'] });
export const replayDeadDeliveries = command('replayDeadDeliveries', {
  staleAfter: ['listDeliveries', 'getWebhook', 'listWebhooks'],
});
export const replayDelivery = command('replayDelivery', { staleAfter: ['listDeliveries', 'getWebhook'] });

/** Deliveries per page. */
export const DELIVERIES_PAGE_SIZE = 25;
/** Poll interval while a delivery has not been tried yet. */
const POLL_INTERVAL_MS = 2_000;

/** Deliveries, newest first. Polled while any of them has not been tried yet. */
export const deliveriesQuery = (
  orgGuid: string,
  webhookGuid: string,
  status: DeliveryStatus | undefined,
  page: number,
) => ({
  ...query('listDeliveries', {
    params: { orgGuid, webhookGuid },
    query: { ...(status && { status }), limit: DELIVERIES_PAGE_SIZE, offset: (page - 1) * DELIVERIES_PAGE_SIZE },
  }),
  refetchInterval: ({
    state,
  }: {
    state: { data?: { items: readonly { status: DeliveryStatus; attempts: readonly unknown[] }[] } | undefined };
  }) =>
    state.data?.items.some(
      ({ status: deliveryStatus, attempts }) => deliveryStatus === 'PENDING' && attempts.length === 0,
    )
      ? POLL_INTERVAL_MS
      : (false as const),
});

export const kafkaQuery = (orgGuid: string) => query('getKafkaExport', { params: { orgGuid } });
export const setKafkaExport = command('setKafkaExport', {
  staleAfter: [],
  answers: ({ params }) => kafkaQuery(params.orgGuid),
});
