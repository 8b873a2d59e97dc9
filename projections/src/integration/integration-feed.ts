import type { Channel } from '@plimsoll/contracts/integration/channel';
import type { CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { integrationEvent } from '@plimsoll/contracts/integration/integration-event';
import { incidentAfter, type IncidentSoFar } from '@plimsoll/contracts/integration/incidents';
import type { EventStore, Position, RecordedEvent } from '@plimsoll/event-store/port/event-store';

/** Who follows an organization, and how much of it. */
export interface Follower extends Channel {
  readonly tenant: string;
  /** Null: every type. */
  readonly types: readonly string[] | null;
}

export interface WantedFeed {
  readonly after: Position;
  readonly limit: number;
  readonly types: readonly string[] | undefined;
}

export interface FeedPage {
  readonly events: readonly CloudEvent[];
  /** The guid of each one's stream. */
  readonly streams: readonly string[];
  /** The last position that was looked at, also where it was hidden. */
  readonly nextAfter: Position;
  /** What stopped it, where it could not be told. */
  readonly fault?: unknown;
}

/** Incidents by their guids, as they stand before what is told of them next. */
type Incidents = Map<string, IncidentSoFar | Promise<IncidentSoFar | null>>;

/** What is read of the log at a time, as much as is wanted within these, and how much is looked through at most for one answer. */
const [LEAST, PAGE] = [200, 1_000];
const MAX_EVENTS_READ = 10_000;

/** What other systems are told of the log, in its order. */
export class IntegrationFeed {
  constructor(
    private readonly log: Pick<EventStore, 'read' | 'load'>,
    private readonly publicUrl: string,
  ) {}

  /** Up to `limit` events after a position. What cannot be told stops it there: nothing is skipped. */
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
          const told = await this.#told(event, follower, incidents);
          if (told && isWanted(told, follower.types) && isWanted(told, types)) {
            events.push(told);
            streams.push(event.stream.guid);
          }
        } catch (fault) {
          return { events, streams, nextAfter, fault };
        }
        nextAfter = event.position;
        if (events.length === limit) return { events, streams, nextAfter };
      }
      if (page.events.length === 0 || nextAfter >= page.head) break;
    }
    return { events, streams, nextAfter };
  }

  /** What is told of the event at a position, as things are now; null where nothing is. */
  async at(follower: Follower, position: Position): Promise<CloudEvent | null> {
    const {
      events: [event],
    } = await this.log.read(follower.tenant, position - 1, 1);
    const told = event?.position === position ? await this.#told(event, follower, new Map()) : null;
    return told && isWanted(told, follower.types) ? told : null;
  }

  /** Asks for the pasts of all incidents that some events go on with, so that they are read together. What fails is told where it is needed. */
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

  async #told(event: RecordedEvent, follower: Follower, incidents: Incidents): Promise<CloudEvent | null> {
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
    const told = integrationEvent(event, { ...surroundings, before, isSensitive: () => false });
    incidents.set(guid, incidentAfter(before, event));
    return told;
  }

  async #isSensitive(
    tenant: string,
    { kind, guid, incidentGuid }: { kind: string; guid: string; incidentGuid: string | null },
  ): Promise<boolean> {
    const concerned = kind === 'INCIDENT_TEXT' ? guid : incidentGuid;
    return concerned !== null && ((await this.#incident(tenant, concerned, 1))?.form.isSensitive ?? false);
  }

  /** An incident as its stream had it at a revision; null where there is none. */
  async #incident(tenant: string, guid: string, revision: number): Promise<IncidentSoFar | null> {
    const loaded = await this.log.load(tenant, { kind: 'incident', guid });
    const events = loaded.status === 'loaded' ? loaded.events.filter((event) => event.revision <= revision) : [];
    return events.reduce<IncidentSoFar | null>(incidentAfter, null);
  }
}

const isWanted = ({ type }: CloudEvent, types: readonly string[] | null | undefined): boolean =>
  !types || types.includes(type);
