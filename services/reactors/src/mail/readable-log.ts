import type { EventStore, RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';

/** A stream has an event that this version cannot read, so nothing can be decided from it. Its job is retried. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** The log as mails read it: whole streams, or an error. */
export interface ReadableLog {
  /** The events of a stream; none if it does not exist. @throws UnreadableEvent */
  load(tenant: string, stream: StreamId): Promise<readonly RecordedEvent[]>;
}

/** Wraps a log so that a decision never ignores events that this version cannot read. */
export function readableLog(log: Pick<EventStore, 'load'>): ReadableLog {
  return {
    load: async (tenant, stream) => {
      const loaded = await log.load(tenant, stream);
      if (loaded.status !== 'loaded') throw new Error(`The stream was loaded for a command: ${loaded.status}`);
      const unreadable = loaded.events.find((event) => event.unreadable);
      if (unreadable)
        throw new UnreadableEvent(`${stream.kind} at revision ${unreadable.revision}: ${unreadable.unreadable}`);
      return loaded.events;
    },
  };
}
