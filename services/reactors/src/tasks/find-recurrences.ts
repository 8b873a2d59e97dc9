import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor, type Task } from '../runner/reactor.ts';

/** What was brought over from another system is no recurrence. */
const look = ({ tenant, stream, metadata: { actor } }: RecordedEvent): readonly Task[] =>
  actor.kind === 'IMPORT' ? [] : [followUp('REOPEN_RECURRING_TASKS', { organization: tenant, incident: stream.guid })];

/** Has corrective actions opened again that an incident shows not to have held: when somebody hurt is reported, or said of one that was. */
export const findRecurrences = defineReactor({
  name: 'find-recurrences',
  queue: COMMAND_QUEUE,
  on: {
    IncidentReported: (event) => (event.data.injuredPersons.length > 0 ? look(event) : []),
    IncidentAmended: (event) =>
      event.data.injuredPersons || event.data.worksiteGuid !== undefined || event.data.occurrenceDate
        ? look(event)
        : [],
  },
});
