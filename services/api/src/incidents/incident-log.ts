import { Inject, Injectable } from '@nestjs/common';
import type { FormSnapshot, IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { EventStore, RecordedEvent, Revision } from '@plimsoll/event-store/port/event-store';
import { alarmDecider, alarmGuidOf } from '../alarms/alarm.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import { execute, isExecuted, singleStream, type AppendOptions, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { incidentDecider, type Incident, type LiveIncident } from './incident.ts';
import { maySee } from './may-see.ts';
import { onSeenIncident } from './policy.ts';

/** Loads incidents from the event log and executes commands on them. Each incident is a stream with its own guid. */
@Injectable()
export class IncidentLog {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async find(tenant: string, eventId: string): Promise<Incident> {
    return (await this.asOf(tenant, eventId, Infinity)).latest;
  }

  /** Form that an incident was reported with; null when there is no such incident. */
  async formOf(tenant: string, eventId: string): Promise<FormSnapshot | null> {
    const incident = await this.find(tenant, eventId);
    if (incident.state === 'UNREPORTED') return null;
    return incident.state === 'DELETED' ? incident.before.form : incident.form;
  }

  /** The incident at its latest revision and at the given one. */
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

  /** The latest incident with its events. */
  async loadWithEvents(
    tenant: string,
    eventId: string,
  ): Promise<{ readonly latest: Incident; readonly events: readonly RecordedEvent[] }> {
    const events = await this.#load(tenant, eventId);
    return { latest: incidentDecider.fold(events), events };
  }

  /** The events of the incident's alarm; none while nobody raised it. */
  async loadAlarmEvents(tenant: string, eventId: string): Promise<readonly RecordedEvent[]> {
    return (await this.store.load(tenant, alarmDecider.of(alarmGuidOf(tenant, eventId)).stream)).events;
  }

  /** Folds an incident from events of its stream. */
  fold(events: readonly RecordedEvent[]): Incident {
    return incidentDecider.fold(events);
  }

  async #load(tenant: string, eventId: string): Promise<readonly RecordedEvent[]> {
    return (await this.store.load(tenant, incidentDecider.of(eventId).stream)).events;
  }

  /** Begins an incident's stream; the report draws the organization's next incident number. */
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

  /** Executes a command on an incident that the actor may see and that is not deleted. */
  change(
    envelope: CommandEnvelope,
    eventId: string,
    decide: (incident: LiveIncident) => Decision<IncidentEvent>,
    options?: AppendOptions<Incident, IncidentEvent>,
  ): Promise<Outcome> {
    return this.changeAny(envelope, eventId, (incident) => onSeenIncident(incident, envelope.actor, decide), options);
  }

  /**
   * Executes a command on an incident in any state. A repeated command does not return its stored answer to an actor
   * who may no longer see the incident.
   */
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
