import type { EventContract, EventOf } from './domain-event.ts';

/** A kind of stream and the contracts of the events that its streams hold. */
export interface StreamDefinition<
  Kind extends string = string,
  Events extends readonly EventContract[] = readonly EventContract[],
> {
  /** Lower case with hyphens; the hash chain and stored rows contain it, so it never changes. */
  readonly kind: Kind;
  readonly events: Events;
}

/** Binds events to a kind of stream, so that folds over it are typed. An event may belong to several kinds. */
export function defineStream<const Kind extends string, const Events extends readonly EventContract[]>(
  kind: Kind,
  events: Events,
): StreamDefinition<Kind, Events> {
  return { kind, events };
}

/** Any event of a stream, as a decision makes it. */
export type StreamEvent<Stream extends StreamDefinition> = EventOf<Stream['events'][number]>;
