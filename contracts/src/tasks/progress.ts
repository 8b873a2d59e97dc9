import type { StepTaken } from '../incidents/progress.ts';
import type { TaskEvent, TaskFacts } from './events.ts';
import type { TaskState } from './vocabulary.ts';

/** A corrective action, as its events tell of it. */
export interface TaskProgress extends TaskFacts {
  readonly eventId: string;
  readonly state: TaskState;
  readonly createdByGuid: string;
  readonly createdAt: string;
  readonly completedByGuid: string | null;
  readonly completedAt: string | null;
  /** By when it is to be checked; null unless it waits for that. */
  readonly verifyBy: string | null;
  /** Whether it ever was. */
  readonly wasCompleted: boolean;
  readonly isDeleted: boolean;
  /** Everyone who created it, or is or was responsible for it or its verifier: they continue to see it. */
  readonly concerned: readonly string[];
  /** The incidents that have reopened it. */
  readonly recurrences: readonly string[];
  readonly revision: number;
}

const reopened = { state: 'OPEN', completedByGuid: null, completedAt: null, verifyBy: null } as const;

/** Where an action begins. */
export function createdTask(
  { eventId, ...facts }: Extract<TaskEvent, { type: 'TaskCreated' }>['data'],
  { revision, at, byGuid }: StepTaken,
): TaskProgress {
  return {
    eventId,
    ...facts,
    state: 'OPEN',
    createdByGuid: byGuid,
    createdAt: at,
    completedByGuid: null,
    completedAt: null,
    verifyBy: null,
    wasCompleted: false,
    isDeleted: false,
    concerned: [...new Set([byGuid, facts.responsibleGuid, facts.verifierGuid])],
    recurrences: [],
    revision,
  };
}

/** The progress after one more event. Throws when the log contains what no decision could have written. */
export function taskAfter(
  before: TaskProgress,
  event: Exclude<TaskEvent, { type: 'TaskCreated' }>,
  { revision, at, byGuid }: StepTaken,
): TaskProgress {
  if (before.isDeleted) throw new Error(`${event.type} cannot follow on an action that is deleted`);
  const now = { ...before, revision };
  switch (event.type) {
    case 'TaskChanged': {
      const { eventId: _, ...changed } = event.data;
      const facts = { ...now, ...changed };
      return { ...facts, concerned: [...new Set([...now.concerned, facts.responsibleGuid, facts.verifierGuid])] };
    }
    case 'TaskCompleted':
      return {
        ...now,
        state: 'COMPLETED',
        completedByGuid: byGuid,
        completedAt: at,
        verifyBy: event.data.verifyBy,
        wasCompleted: true,
      };
    case 'TaskVerified':
      return { ...now, state: 'VERIFIED', verifyBy: null };
    case 'TaskFoundNotEffective':
      return { ...now, ...reopened, dueDate: event.data.dueDate };
    case 'TaskReopened': {
      const { dueDate, recurrenceEventId } = event.data;
      return {
        ...now,
        ...reopened,
        dueDate,
        recurrences: recurrenceEventId === null ? now.recurrences : [...now.recurrences, recurrenceEventId],
      };
    }
    case 'TaskCancelled':
      return { ...now, state: 'CANCELLED' };
    case 'TaskDeleted':
      return { ...now, isDeleted: true };
  }
}

/** What was said with a step; null where nothing was. */
export function commentOf(event: TaskEvent): string | null {
  switch (event.type) {
    case 'TaskCompleted':
    case 'TaskVerified':
    case 'TaskFoundNotEffective':
      return event.data.comment;
    case 'TaskReopened':
    case 'TaskCancelled':
      return event.data.reason;
    default:
      return null;
  }
}
