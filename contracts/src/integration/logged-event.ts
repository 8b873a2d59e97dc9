import type { EventMetadata } from '../kernel/domain-event.ts';

/** An event as it stands in the log, as far as mappings read it. */
export interface LoggedEvent {
  readonly tenant: string;
  readonly stream: { readonly kind: string; readonly guid: string };
  readonly position: number;
  readonly revision: number;
  readonly number: number | null;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: Pick<EventMetadata, 'at' | 'actor' | 'traceparent'>;
}

/** What others are told of an event. */
export interface Mapped {
  readonly type: string;
  readonly subject: string;
  readonly data: object;
}
