import { Inject, Injectable } from '@nestjs/common';
import type { FormSnapshot, IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { EventStore, RecordedEvent, Revision } from '@plimsoll/event-store/port/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import { execute, isExecuted, singleStream, type AppendOptions, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { incidentDecider, type Incident, type LiveIncident } from './incident.ts';
import { maySee } from './may-see.ts';
import { onSeenIncident } from './policy.ts';

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
    const shown = incidentDecider.fold(events.filter((event) => event.revision <= revision));
    const latest = events.filter((event) => event.revision > revision).reduce(incidentDecider.evolve, shown);
    return { shown, latest };
  }

  /** The incident as it is, and the events that tell of it. */
  async told(
    tenant: string,
    eventId: string,
  ): Promise<{ readonly latest: Incident; readonly events: readonly RecordedEvent[] }> {
    const events = await this.#load(tenant, eventId);
    return { latest: incidentDecider.fold(events), events };
  }

  /** The incident that these events of its stream make. */
  folded(events: readonly RecordedEvent[]): Incident {
    return incidentDecider.fold(events);
  }

  async #load(tenant: string, eventId: string): Promise<readonly RecordedEvent[]> {
    return (await this.store.load(tenant, incidentDecider.of(eventId).stream)).events;
  }

  /** Begins a stream; the report draws the next number of the organization. */
  report(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: Incident) => Decision<IncidentEvent>,
    options: AppendOptions<Incident, IncidentEvent> = {},
  ): Promise<Outcome> {
    return execute(
      this.store,
      envelope,
      singleStream({
        own: incidentDecider.of(eventId),
        decide,
        expectedState: 'NEW',
        drawsNumber: ({ type }) => type === 'IncidentReported',
        ...options,
      }),
    );
  }

  /** Decides on an incident that the actor sees and that is not deleted. */
  change(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: LiveIncident) => Decision<IncidentEvent>,
    options?: AppendOptions<Incident, IncidentEvent>,
  ): Promise<Outcome> {
    return this.changeAny(envelope, eventId, (incident) => onSeenIncident(incident, envelope.actor, decide), options);
  }

  /** The same for any state. Whoever may not see the incident (any more) does not get the stored answer of a repeated command either. */
  async changeAny(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: Incident) => Decision<IncidentEvent>,
    options: AppendOptions<Incident, IncidentEvent> = {},
  ): Promise<Outcome> {
    const outcome = await execute(
      this.store,
      envelope,
      singleStream({
        own: incidentDecider.of(eventId),
        decide,
        ...options,
      }),
    );
    const isFromMemory = isExecuted(outcome) ? outcome.repeated : outcome.refused === 'IdempotencyKeyReused';
    if (!isFromMemory) return outcome;
    return maySee(await this.find(envelope.tenant, eventId), envelope.actor) ?? outcome;
  }
}
