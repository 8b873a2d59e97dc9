/** URL patterns of the integration pages. */
export const integrationPattern = {
  integrations: '/settings/organization/integrations',
  apiKeys: '/settings/organization/integrations/keys',
  webhooks: '/settings/organization/integrations/webhooks',
  webhook: '/settings/organization/integrations/webhooks/:webhookGuid',
  kafka: '/settings/organization/integrations/kafka',
} as const;

export const integrationPaths = {
  /** Start page of the integrations; redirects to the API keys. */
  integrations: () => integrationPattern.integrations,
  apiKeys: () => integrationPattern.apiKeys,
  webhooks: () => integrationPattern.webhooks,
  webhook: (webhookGuid: string) => `/settings/organization/integrations/webhooks/${webhookGuid}`,
  kafka: () => integrationPattern.kafka,
};
