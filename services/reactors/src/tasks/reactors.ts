import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { COMMAND_QUEUE, MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

const assigned = ({ stream, revision }: RecordedEvent): readonly JobRequest[] => [
  { kind: 'ACTION_ASSIGNED', ids: { task: stream.guid, revision } },
];

/** Mails the responsible person that a corrective action was assigned to them, or is open again. */
const mailAssignedTasks = defineReactor({
  name: 'mail-assigned-tasks',
  queue: MAIL_QUEUE,
  on: {
    TaskCreated: assigned,
    TaskChanged: (event) => (event.data.responsibleGuid === undefined ? [] : assigned(event)),
    TaskFoundNotEffective: assigned,
    TaskReopened: assigned,
  },
});

/** Imported incidents are no recurrences. */
const reopenRecurring = ({ tenant, stream, metadata: { actor } }: RecordedEvent): readonly JobRequest[] =>
  actor.kind === 'IMPORT'
    ? []
    : [commandJob('REOPEN_RECURRING_TASKS', { organization: tenant, incident: stream.guid })];

/** Reopens corrective actions when an incident with an injured person, new or amended, shows that they did not work. */
const findRecurrences = defineReactor({
  name: 'find-recurrences',
  queue: COMMAND_QUEUE,
  on: {
    IncidentReported: (event) => (event.data.injuredPersons.length > 0 ? reopenRecurring(event) : []),
    IncidentAmended: (event) =>
      event.data.injuredPersons || event.data.worksiteGuid !== undefined || event.data.occurrenceDate
        ? reopenRecurring(event)
        : [],
  },
});

export const taskReactors: readonly Reactor[] = [mailAssignedTasks, findRecurrences];
