import type { Channel } from '@plimsoll/contracts/integration/channel';
import type { CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { integrationEvent } from '@plimsoll/contracts/integration/integration-event';
import { incidentAfter, type IncidentSoFar } from '@plimsoll/contracts/integration/incidents';
import type { EventStore, Position, RecordedEvent } from '@plimsoll/event-store/port/event-store';

/** An organization's channel with the event types that it receives. */
export interface Follower extends Channel {
  readonly tenant: string;
  /** Null for all types. */
  readonly types: readonly string[] | null;
}

/** A request for a page of the feed. */
export interface WantedFeed {
  readonly after: Position;
  readonly limit: number;
  readonly types: readonly string[] | undefined;
}

/** A page of the feed. */
export interface FeedPage {
  readonly events: readonly CloudEvent[];
  /** The guid of each event's stream. */
  readonly streams: readonly string[];
  /** The last position that was read, even if its event is hidden. */
  readonly nextAfter: Position;
  /** The error that stopped the page, if an event could not be converted. */
  readonly error?: unknown;
}

/** Incidents by guid, as they were before the next event. */
type Incidents = Map<string, IncidentSoFar | Promise<IncidentSoFar | null>>;

/** Minimum and maximum number of events to read at once. */
const [LEAST, PAGE] = [200, 1_000];
const MAX_EVENTS_READ = 10_000;

/** Converts the log to integration events for other systems, in order. */
export class IntegrationFeed {
  constructor(
    private readonly log: Pick<EventStore, 'read' | 'load'>,
    private readonly publicUrl: string,
  ) {}

  /** Reads up to `limit` events after a position. Stops at an event that cannot be converted; none is skipped. */
  async read(follower: Follower, { after, limit, types }: WantedFeed): Promise<FeedPage> {
    const events: CloudEvent[] = [];
    const streams: string[] = [];
    const incidents: Incidents = new Map();
    let nextAfter = after;
    while (nextAfter < after + MAX_EVENTS_READ) {
      const page = await this.log.read(
        follower.tenant,
        nextAfter,
        Math.min(PAGE, Math.max(LEAST, limit - events.length)),
      );
      this.#lookUp(follower.tenant, page.events.slice(0, limit - events.length), incidents);
      for (const event of page.events) {
        try {
          const converted = await this.#convert(event, follower, incidents);
          if (converted && isWanted(converted, follower.types) && isWanted(converted, types)) {
            events.push(converted);
            streams.push(event.stream.guid);
          }
        } catch (error) {
          return { events, streams, nextAfter, error };
        }
        nextAfter = event.position;
        if (events.length === limit) return { events, streams, nextAfter };
      }
      if (page.events.length === 0 || nextAfter >= page.head) break;
    }
    return { events, streams, nextAfter };
  }

  /** Returns the integration event of a position with current data; null if it is hidden. */
  async at(follower: Follower, position: Position): Promise<CloudEvent | null> {
    const {
      events: [event],
    } = await this.log.read(follower.tenant, position - 1, 1);
    const converted = event?.position === position ? await this.#convert(event, follower, new Map()) : null;
    return converted && isWanted(converted, follower.types) ? converted : null;
  }

  /**
   * Loads the earlier states of all incidents that events continue, so that they are read together. Errors surface
   * where a state is used.
   */
  #lookUp(tenant: string, events: readonly RecordedEvent[], incidents: Incidents): void {
    const begun = new Set<string>();
    for (const {
      stream: { kind, guid },
      revision,
    } of events) {
      if (kind !== 'incident' || begun.has(guid) || incidents.has(guid)) continue;
      begun.add(guid);
      if (revision === 1) continue;
      const past = this.#incident(tenant, guid, revision - 1);
      past.catch(() => undefined);
      incidents.set(guid, past);
    }
  }

  async #convert(event: RecordedEvent, follower: Follower, incidents: Incidents): Promise<CloudEvent | null> {
    if (event.unreadable) throw new Error(`${event.type} at ${event.position} cannot be read: ${event.unreadable}`);
    const {
      tenant,
      stream: { kind, guid },
    } = event;
    const surroundings = { channel: follower, publicUrl: this.publicUrl };
    if (kind !== 'incident') {
      const isHidden =
        event.type === 'PersonErased' &&
        (await this.#isSensitive(tenant, event.data as { kind: string; guid: string; incidentGuid: string | null }));
      return integrationEvent(event, { ...surroundings, before: null, isSensitive: () => isHidden });
    }
    const before =
      event.revision === 1 ? null : await (incidents.get(guid) ?? this.#incident(tenant, guid, event.revision - 1));
    const converted = integrationEvent(event, { ...surroundings, before, isSensitive: () => false });
    incidents.set(guid, incidentAfter(before, event));
    return converted;
  }

  async #isSensitive(
    tenant: string,
    { kind, guid, incidentGuid }: { kind: string; guid: string; incidentGuid: string | null },
  ): Promise<boolean> {
    const concerned = kind === 'INCIDENT_TEXT' ? guid : incidentGuid;
    return concerned !== null && ((await this.#incident(tenant, concerned, 1))?.form.isSensitive ?? false);
  }

  /** Returns an incident's state at a revision of its stream; null if there is none. */
  async #incident(tenant: string, guid: string, revision: number): Promise<IncidentSoFar | null> {
    const loaded = await this.log.load(tenant, { kind: 'incident', guid });
    const events = loaded.status === 'loaded' ? loaded.events.filter((event) => event.revision <= revision) : [];
    return events.reduce<IncidentSoFar | null>(incidentAfter, null);
  }
}

const isWanted = ({ type }: CloudEvent, types: readonly string[] | null | undefined): boolean =>
  !types || types.includes(type);
