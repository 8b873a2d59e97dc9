import { attachedAfter, awaitedAfter, type Attached } from '../attachments/attached.ts';
import type { AwaitedFile } from '@plimsoll/contracts/attachments/events';
import type { FormSnapshot, IncidentEvent, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import {
  progressAfter,
  reportedProgress,
  type IncidentProgress,
  type StepTaken,
} from '@plimsoll/contracts/incidents/progress';
import { incidentStream } from '@plimsoll/contracts/incidents/streams';
import { decider } from '../commands/decider.ts';

/** The latest review. Severity and likelihood are null where the form asks for no rating. */
export interface Rating {
  readonly severity: number | null;
  readonly likelihood: number | null;
  readonly comment: string | null;
  /** A sentence to the reporter. */
  readonly answer: string | null;
  readonly byGuid: string;
}

/** A reported incident in one of its states, with its reported facts. `IncidentProgress` defines the states. */
export type LiveIncident = IncidentProgress & {
  readonly form: FormSnapshot;
  /** Whether it is a quick report, which may leave required questions open. */
  readonly isQuick: boolean;
  /** Whether its reporter needed someone at once. */
  readonly isUrgent: boolean;
  readonly facts: IncidentFacts;
  /** Latest rating; it stays visible until the next review. */
  readonly rating: Rating | null;
  /** Files in the order they were attached, including deleted and erased ones. */
  readonly attachments: readonly Attached[];
  /** Files announced with the report that have not been uploaded yet. */
  readonly awaited: readonly AwaitedFile[];
};

export type Deleted = {
  readonly state: 'DELETED';
  readonly revision: number;
  readonly before: LiveIncident;
  readonly deletedAt: string;
};

export type Incident = { readonly state: 'UNREPORTED'; readonly revision: 0 } | LiveIncident | Deleted;

/** A domain event with its revision, actor and time. */
export type RecordedIncidentEvent = IncidentEvent & StepTaken;

/** The incident as reported, also of a deleted one; null before its report. */
export const liveOf = (incident: Incident): LiveIncident | null =>
  incident.state === 'UNREPORTED' ? null : incident.state === 'DELETED' ? incident.before : incident;

export const initialState: Incident = { state: 'UNREPORTED', revision: 0 };

const types: ReadonlySet<string> = new Set(incidentStream.events.map(({ type }) => type));

/** Folds an incident. A stream that begins with another event (of a worksite, for example) stays UNREPORTED. */
export const incidentDecider = decider({
  stream: incidentStream,
  initial: initialState,
  evolve: (incident, { type, data, revision, metadata }): Incident =>
    !types.has(type) && incident.state === 'UNREPORTED'
      ? incident
      : evolve(incident, {
          type,
          data,
          revision,
          byGuid: metadata.actor.userGuid,
          at: metadata.at,
        } as RecordedIncidentEvent),
});

/** State of an incident after one more event. @throws when the event contradicts the state */
export function evolve(incident: Incident, event: RecordedIncidentEvent): Incident {
  if (event.type === 'IncidentReported') {
    if (incident.state !== 'UNREPORTED')
      throw new Error(`A second report cannot follow, at revision ${event.revision}`);
    const { form, isQuick, isUrgent, reporterGuid: _reporter, enteredByGuid: _enteredBy, ...facts } = event.data;
    return {
      ...reportedProgress(event, event),
      form,
      isQuick,
      isUrgent,
      facts,
      rating: null,
      attachments: [],
      awaited: [],
    };
  }
  if (incident.state === 'UNREPORTED') throw new Error(`${event.type} of an incident that nobody reported`);
  const before = incident.state === 'DELETED' ? incident.before : incident;
  const next: LiveIncident = {
    ...progressAfter(before, event, event),
    form: before.form,
    isQuick: before.isQuick,
    isUrgent: before.isUrgent,
    facts: event.type === 'IncidentAmended' ? { ...before.facts, ...event.data } : before.facts,
    rating: event.type === 'IncidentReviewed' ? { ...event.data, byGuid: event.byGuid } : before.rating,
    attachments: attachedAfter(before.attachments, event, event),
    awaited: awaitedAfter(before.awaited, event),
  };
  return next.deletedAt === null
    ? next
    : { state: 'DELETED', revision: next.revision, before: next, deletedAt: next.deletedAt };
}
