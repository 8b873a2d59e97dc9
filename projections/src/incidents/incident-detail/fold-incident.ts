import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportedProgress, type IncidentProgress, type ReportedEvent } from '@plimsoll/contracts/incidents/progress';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { movedOn, stepTaken, type RecordedIncidentEvent } from '../incident-progress.ts';

/** A step of the workflow; names are looked up when it is shown. */
export interface Step {
  readonly type: string;
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly to: string | null;
  readonly comment: string | null;
  /** Only where nobody asked for the step. */
  readonly isRouted?: true;
  readonly rating?: { readonly severity: number; readonly likelihood: number };
  readonly signature?: { readonly name: string; readonly drawing?: string };
}

/** The state of an incident, folded from its stream. */
export interface IncidentDetailState {
  readonly eventId: string;
  readonly number: number;
  readonly reportedAt: string;
  /** Whether it came in with a table of another system. */
  readonly isImported: boolean;
  readonly form: FormSnapshot;
  readonly facts: IncidentFacts;
  readonly progress: IncidentProgress;
  readonly steps: readonly Step[];
  /** The last sentence to its reporter; null for none. */
  readonly answer: { readonly text: string; readonly by: string; readonly at: string } | null;
}

/**
 * Folds an incident. @param events of its stream, in order; the first is its report. @throws for events that no
 * decision can produce.
 */
export function foldIncident([reported, ...later]: readonly RecordedEvent[]): IncidentDetailState {
  return (later as readonly RecordedIncidentEvent[]).reduce(after, begun(reported as RecordedEvent & ReportedEvent));
}

function begun(event: RecordedEvent & ReportedEvent): IncidentDetailState {
  const {
    form,
    reporterGuid: _reporter,
    enteredByGuid: _enteredBy,
    isQuick: _quick,
    isUrgent: _urgent,
    ...facts
  } = event.data;
  if (event.number === null) throw new Error(`The incident ${event.stream.guid} was reported without a number`);
  const { actor, at } = event.metadata;
  return {
    eventId: event.stream.guid,
    number: event.number,
    reportedAt: at,
    isImported: actor.kind === 'IMPORT',
    form,
    facts,
    progress: reportedProgress(event, stepTaken(event)),
    steps: [{ type: event.type, revision: event.revision, at, by: actor.userGuid, to: null, comment: null }],
    answer: null,
  };
}

const after = (incident: IncidentDetailState, event: RecordedIncidentEvent): IncidentDetailState => ({
  ...incident,
  ...(event.type === 'IncidentAmended'
    ? { facts: { ...incident.facts, ...event.data } }
    : { steps: [...incident.steps, stepOf(event, incident.progress)] }),
  progress: movedOn(incident.progress, event),
  answer: answerIn(event) ?? incident.answer,
});

/** The sentence to the reporter that a review or an approval has. */
const answerIn = ({ type, data, metadata: { actor, at } }: RecordedIncidentEvent): IncidentDetailState['answer'] =>
  (type === 'IncidentReviewed' || type === 'IncidentApproved') && data.answer !== null
    ? { text: data.answer, by: actor.userGuid, at }
    : null;

function stepOf(event: RecordedIncidentEvent, before: IncidentProgress): Step {
  const { actor, at } = event.metadata;
  const step = { type: event.type, revision: event.revision, at, by: actor.userGuid, to: null, comment: null };
  switch (event.type) {
    case 'ReviewRequested':
      return { ...step, to: event.data.reviewerGuid, ...(event.data.routedTo && { isRouted: true }) };
    case 'ApprovalRequested':
      return { ...step, to: event.data.approverGuid };
    case 'IncidentReviewed': {
      const { severity, likelihood, comment } = event.data;
      return {
        ...step,
        comment,
        ...(severity !== null && likelihood !== null && { rating: { severity, likelihood } }),
      };
    }
    case 'IncidentApproved': {
      const { comment, signature } = event.data;
      return {
        ...step,
        comment,
        ...(signature && {
          signature: { name: signature.name, ...(signature.drawing !== null && { drawing: signature.drawing }) },
        }),
      };
    }
    case 'IncidentReturned':
      return {
        ...step,
        to: event.data.to === 'REPORTER' ? before.reporterGuid : before.reviewerGuid,
        comment: event.data.comment,
      };
    case 'IncidentReopened':
      return { ...step, comment: event.data.reason };
    default:
      return step;
  }
}
