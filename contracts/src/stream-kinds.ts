/** The kinds of streams that the product writes: what a stream is about. Lower case with hyphens, as the hash chain has them. */
export const streamKinds = ['incident', 'task', 'worksite', 'reporting-group', 'member', 'user-group', 'invitation', 'membership-request', 'organization', 'monthly-metrics', 'load-lines', 'user', 'registered-organization', 'organization-domain', 'erasure', 'staff-access', 'api-key', 'webhook', 'form', 'form-category', 'billing', 'catalogue'] as const;
export type StreamKind = (typeof streamKinds)[number];
