import type { RecordedEvent } from './event-store.ts';

/**
 * Returns the event, if this version can read it. A decision on a state without the event could be wrong.
 * @throws for one that a newer version wrote, or that is malformed.
 */
export function requireReadable(event: RecordedEvent): RecordedEvent {
  if (event.unreadable)
    throw new Error(`${event.type || 'An event'} at position ${event.position} cannot be read: ${event.unreadable}`);
  return event;
}
