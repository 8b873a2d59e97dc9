import { Inject, Injectable } from '@nestjs/common';
import { incidentEvents, type FormSnapshot, type IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, RecordedEvent, Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import { execute, isExecuted, ofOneStream, type OneStream, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { evolve, initialState, type Incident, type LiveIncident, type RecordedIncidentEvent } from './incident.ts';
import { maySee } from './may-see.ts';
import { onSeenIncident } from './policy.ts';

const types: ReadonlySet<string> = new Set(incidentEvents.map(({ type }) => type));

/** Folds one event of the log. A stream that begins with something else (a worksite, say) is no incident. */
function evolveRecorded(incident: Incident, event: RecordedEvent): Incident {
  if (!types.has(event.type) && incident.state === 'UNREPORTED') return incident;
  if (event.unreadable)
    throw new Error(`${event.type || 'An event'} at position ${event.position} cannot be read: ${event.unreadable}`);
  return evolve(incident, {
    type: event.type,
    data: event.data,
    revision: event.revision,
    byGuid: event.metadata.actor.userGuid,
    at: event.metadata.at,
  } as RecordedIncidentEvent);
}

const incidentStream = (eventId: string): StreamId<StreamKind> => ({ kind: 'incident', guid: eventId });

/** What a decision about an incident hangs on besides its stream. */
type HangsOn = Pick<OneStream<Incident, IncidentEvent>, 'reservations' | 'lookUp' | 'takenAt'>;

/** The incidents as the log has them, and the way commands reach them. Each stands in a stream of its own guid. */
@Injectable()
export class IncidentLog {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async find(tenant: string, eventId: string): Promise<Incident> {
    return (await this.asOf(tenant, eventId, Infinity)).latest;
  }

  /** The form that an incident was reported with; null when there is no such incident. */
  async formOf(tenant: string, eventId: string): Promise<FormSnapshot | null> {
    const incident = await this.find(tenant, eventId);
    if (incident.state === 'UNREPORTED') return null;
    return incident.state === 'DELETED' ? incident.before.form : incident.form;
  }

  /** The incident as it is, and as it was when it was shown. */
  async asOf(
    tenant: string,
    eventId: string,
    revision: Revision,
  ): Promise<{ readonly latest: Incident; readonly shown: Incident }> {
    const events = await this.#load(tenant, eventId);
    const shown = events.filter((event) => event.revision <= revision).reduce(evolveRecorded, initialState);
    return { shown, latest: events.filter((event) => event.revision > revision).reduce(evolveRecorded, shown) };
  }

  /** The incident as it is, and the events that tell of it. */
  async told(
    tenant: string,
    eventId: string,
  ): Promise<{ readonly latest: Incident; readonly events: readonly RecordedEvent[] }> {
    const events = await this.#load(tenant, eventId);
    return { latest: events.reduce(evolveRecorded, initialState), events };
  }

  /** The incident that these events of its stream make. */
  folded(events: readonly RecordedEvent[]): Incident {
    return events.reduce(evolveRecorded, initialState);
  }

  async #load(tenant: string, eventId: string): Promise<readonly RecordedEvent[]> {
    const loaded = await this.store.load(tenant, incidentStream(eventId));
    return loaded.events;
  }

  /** Begins a stream; the report draws the next number of the organization. */
  report(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: Incident) => Decision<IncidentEvent>,
    hangsOn: HangsOn = {},
  ): Promise<Outcome> {
    return execute(
      this.store,
      envelope,
      ofOneStream({
        stream: incidentStream(eventId),
        initial: initialState,
        evolve: evolveRecorded,
        decide,
        begins: true,
        drawsNumber: ({ type }) => type === 'IncidentReported',
        ...hangsOn,
      }),
    );
  }

  /** Decides on an incident that the actor sees and that is not deleted. */
  change(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: LiveIncident) => Decision<IncidentEvent>,
    hangsOn?: HangsOn,
  ): Promise<Outcome> {
    return this.changeAny(envelope, eventId, (incident) => onSeenIncident(incident, envelope.actor, decide), hangsOn);
  }

  /** The same for any state. Whoever may not see the incident (any more) does not get the stored answer of a repeated command either. */
  async changeAny(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: Incident) => Decision<IncidentEvent>,
    hangsOn: HangsOn = {},
  ): Promise<Outcome> {
    const outcome = await execute(
      this.store,
      envelope,
      ofOneStream({
        stream: incidentStream(eventId),
        initial: initialState,
        evolve: evolveRecorded,
        decide,
        ...hangsOn,
      }),
    );
    const isFromMemory = isExecuted(outcome) ? outcome.repeated : outcome.refused === 'IdempotencyKeyReused';
    if (!isFromMemory) return outcome;
    return maySee(await this.find(envelope.tenant, eventId), envelope.actor) ?? outcome;
  }
}
