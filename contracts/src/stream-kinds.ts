/** The kinds of streams that the product writes: what a stream is about. Lower case with hyphens, as the hash chain has them. */
export const streamKinds = ['incident', 'worksite', 'reporting-group', 'member', 'organization', 'monthly-metrics', 'load-lines', 'user', 'erasure'] as const;
export type StreamKind = (typeof streamKinds)[number];
