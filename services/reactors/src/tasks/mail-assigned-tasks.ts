import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReactor, type Task } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

const assigned = ({ stream, revision }: RecordedEvent): readonly Task[] => [
  { kind: 'ACTION_ASSIGNED', ids: { task: stream.guid, revision } },
];

/** Mails whoever a corrective action is asked of, also when it is open again. */
export const mailAssignedTasks = defineReactor({
  name: 'mail-assigned-tasks',
  queue: MAIL_QUEUE,
  on: {
    TaskCreated: assigned,
    TaskChanged: (event) => (event.data.responsibleGuid === undefined ? [] : assigned(event)),
    TaskFoundNotEffective: assigned,
    TaskReopened: assigned,
  },
});
