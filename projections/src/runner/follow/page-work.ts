import type { Position, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { AskedTogether } from '@plimsoll/postgres/ask-together';
import type { Projection } from '../tables/generation.ts';

export type Client = AskedTogether;

/** A page of one tenant's events that one read model is to take: those after `from`, up to `to`. */
export interface PageWork {
  readonly projection: Projection;
  readonly tenant: string;
  readonly from: Position;
  readonly to: Position;
  readonly events: readonly RecordedEvent[];
  /** Why the page's only event is set aside instead of taken. */
  readonly park?: string;
}

/** How a page is told from others of a batch. */
export const pageName = ({ tenant, projection }: Pick<PageWork, 'tenant' | 'projection'>): string =>
  `${tenant}/${projection.name}`;

/** What a page of events is made of, looked at once for all the read models that share it. */
interface PageKinds {
  readonly types: ReadonlySet<string>;
  readonly isReadable: boolean;
}
const kinds = new WeakMap<readonly RecordedEvent[], PageKinds>();

/** The types of a page's events, and whether all of them can be read. */
export function kindsOf(events: readonly RecordedEvent[]): PageKinds {
  const known = kinds.get(events);
  if (known) return known;
  const found = {
    types: new Set(events.map(({ type }) => type)),
    isReadable: events.every(({ unreadable }) => unreadable === undefined),
  };
  kinds.set(events, found);
  return found;
}

/** The events of a page that a read model takes; the page itself where that is all of them. */
export function takenBy(
  { eventTypes }: Pick<Projection, 'eventTypes'>,
  events: readonly RecordedEvent[],
): readonly RecordedEvent[] {
  const taken = [...kindsOf(events).types].filter((type) => eventTypes.has(type));
  if (taken.length === 0) return [];
  return taken.length === kindsOf(events).types.size ? events : events.filter(({ type }) => eventTypes.has(type));
}

/** Each event once, in order, and none from before: whatever was delivered twice or out of order. */
export function inOrder(events: readonly RecordedEvent[], after: Position): readonly RecordedEvent[] {
  let last = after;
  const ordered = events.every(({ position }) => position > last && ((last = position), true));
  if (ordered) return events;
  const once = new Map(events.filter(({ position }) => position > after).map((event) => [event.position, event]));
  return [...once.values()].sort((one, other) => one.position - other.position);
}

/**
 * Why a read model, or a reactor, cannot take an event that this version of the product cannot read; undefined when it does not
 * concern it. What an unknown event means nobody can say, so it concerns all of them.
 */
export function unreadableFor(projection: Pick<Projection, 'eventTypes'>, event: RecordedEvent): string | undefined {
  if (!event.unreadable) return undefined;
  return event.unreadable === 'NewerSchemaVersion' && !projection.eventTypes.has(event.type)
    ? undefined
    : event.unreadable;
}

/** Two halves of a page, so that the event that cannot be taken is found in few steps. */
export function halves(work: PageWork): readonly [PageWork, PageWork] {
  const middle = work.events.length >> 1;
  const to = work.events[middle - 1]!.position;
  return [
    { ...work, to, events: work.events.slice(0, middle) },
    { ...work, from: to, events: work.events.slice(middle) },
  ];
}
