import type { EventMetadata } from '../kernel/domain-event.ts';

/** A stored event, as far as mappings read it. */
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

/** The integration event that a mapping makes. */
export interface Mapped {
  readonly type: string;
  readonly subject: string;
  readonly data: object;
}
