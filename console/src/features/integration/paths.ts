/** The addresses of how other systems follow an organization. */
export const integrationPattern = {
  integrations: '/settings/organization/integrations',
  apiKeys: '/settings/organization/integrations/keys',
  webhooks: '/settings/organization/integrations/webhooks',
  webhook: '/settings/organization/integrations/webhooks/:webhookGuid',
  kafka: '/settings/organization/integrations/kafka',
} as const;

export const integrationPaths = {
  /** The ways in which other systems follow the organization; leads to the first. */
  integrations: () => integrationPattern.integrations,
  apiKeys: () => integrationPattern.apiKeys,
  webhooks: () => integrationPattern.webhooks,
  webhook: (webhookGuid: string) => `/settings/organization/integrations/webhooks/${webhookGuid}`,
  kafka: () => integrationPattern.kafka,
};
