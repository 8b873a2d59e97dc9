import type { Position, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { PipelineClient } from '@plimsoll/postgres/ask-together';
import type { Projection } from '../tables/generation.ts';

export type Client = PipelineClient;

/** A page of one tenant's events for one read model: those after `from`, up to `to`. */
export interface PageWork {
  readonly projection: Projection;
  readonly tenant: string;
  readonly from: Position;
  readonly to: Position;
  readonly events: readonly RecordedEvent[];
  /** Why the page's only event is parked instead of taken. */
  readonly park?: string;
}

/** Identifies a page within a batch. */
export const pageName = ({ tenant, projection }: Pick<PageWork, 'tenant' | 'projection'>): string =>
  `${tenant}/${projection.name}`;

/** A page's event types and readability, computed once for all read models that share it. */
interface PageKinds {
  readonly types: ReadonlySet<string>;
  readonly isReadable: boolean;
}
const kinds = new WeakMap<readonly RecordedEvent[], PageKinds>();

/** Returns the types of a page's events, and whether all of them are readable. */
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

/** Returns the events of a page that a read model takes; the page's own array if that is all of them. */
export function takenBy(
  { eventTypes }: Pick<Projection, 'eventTypes'>,
  events: readonly RecordedEvent[],
): readonly RecordedEvent[] {
  const taken = [...kindsOf(events).types].filter((type) => eventTypes.has(type));
  if (taken.length === 0) return [];
  return taken.length === kindsOf(events).types.size ? events : events.filter(({ type }) => eventTypes.has(type));
}

/** Sorts events by position and removes duplicates and those up to `after`: delivery may repeat or reorder them. */
export function inOrder(events: readonly RecordedEvent[], after: Position): readonly RecordedEvent[] {
  let last = after;
  const ordered = events.every(({ position }) => position > last && ((last = position), true));
  if (ordered) return events;
  const once = new Map(events.filter(({ position }) => position > after).map((event) => [event.position, event]));
  return [...once.values()].sort((one, other) => one.position - other.position);
}

/**
 * Returns why a read model or reactor cannot take an event that this version cannot read; undefined if the event does
 * not concern it. An unknown type could mean anything, so it concerns all.
 */
export function unreadableFor(projection: Pick<Projection, 'eventTypes'>, event: RecordedEvent): string | undefined {
  if (!event.unreadable) return undefined;
  return event.unreadable === 'NewerSchemaVersion' && !projection.eventTypes.has(event.type)
    ? undefined
    : event.unreadable;
}

/** Splits a page into halves, to find the event that cannot be taken by bisection. */
export function halves(work: PageWork): readonly [PageWork, PageWork] {
  const middle = work.events.length >> 1;
  const to = work.events[middle - 1]!.position;
  return [
    { ...work, to, events: work.events.slice(0, middle) },
    { ...work, from: to, events: work.events.slice(middle) },
  ];
}
