import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { InjuredPersonFact } from '@plimsoll/contracts/incidents/events';
import type { taskReopened } from '@plimsoll/contracts/tasks/events';
import type { Decision } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { Incident, LiveIncident } from '../incidents/incident.ts';
import type { Task } from './task.ts';
import { TaskLog } from './task-log.ts';

/** For so long after its completion the same harm says that an action has not held. */
const LAST_DAY = 365;
const DUE_IN_DAYS = 14;
const SAME_DIGITS = 2;

interface Recurrence {
  readonly eventId: string;
  readonly number: number;
  readonly incident: LiveIncident;
  /** That of the action. */
  readonly before: LiveIncident;
  readonly timeZone: string;
  readonly today: string;
}

const isAlike = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.slice(0, SAME_DIGITS) === other.slice(0, SAME_DIGITS);

/** Whether somebody was hurt in one incident as somebody was in the other: by the same kind of event and source (OIICS). */
const isSameHarm = (one: readonly InjuredPersonFact[], other: readonly InjuredPersonFact[]): boolean =>
  one.some(({ event, source }) => other.some((hurt) => isAlike(event, hurt.event) && isAlike(source, hurt.source)));

/** Opens an action again that was completed 1 to 365 days before an incident at the same worksite in which somebody was hurt alike; once for each incident. */
export function reopenRecurringTask(
  { eventId, number, incident, before, timeZone, today }: Recurrence,
  task: Task,
): Decision<EventOf<typeof taskReopened>> {
  if (task.state !== 'COMPLETED' && task.state !== 'VERIFIED') return [];
  if (task.isDeleted || task.eventId === eventId || task.completedAt === null || task.recurrences.includes(eventId))
    return [];
  const completed = localDateTime(new Date(task.completedAt), timeZone).date;
  const { occurrenceDate, worksiteGuid, injuredPersons } = incident.facts;
  const isInTime = occurrenceDate >= addDays(completed, 1) && occurrenceDate <= addDays(completed, LAST_DAY);
  const isSame =
    worksiteGuid !== null &&
    worksiteGuid === before.facts.worksiteGuid &&
    isSameHarm(injuredPersons, before.facts.injuredPersons);
  if (!isInTime || !isSame) return [];
  return [
    {
      type: 'TaskReopened',
      data: {
        eventId: task.eventId,
        reason: `It happened again at the same worksite: event ${number}.`,
        dueDate: addDays(today, DUE_IN_DAYS),
        recurrenceEventId: eventId,
      },
    },
  ];
}

const liveOf = (incident: Incident): LiveIncident | null =>
  incident.state === 'UNREPORTED' || incident.state === 'DELETED' ? null : incident;

export const ReopenRecurringTask = defineCommand({
  name: 'ReopenRecurringTask',
  needs: [TaskLog, IncidentLog],
  handle: (tasks, incidents) => async (_, envelope, taskGuid: string, eventId: string) => {
    const { tenant, receivedAt } = envelope;
    const task = await tasks.find(tenant, taskGuid);
    const [told, ofTask, timeZone] = await Promise.all([
      incidents.told(tenant, eventId),
      task.state === 'NONE' ? null : incidents.find(tenant, task.eventId),
      tasks.timeZone(tenant),
    ]);
    const [incident, before, [reported]] = [liveOf(told.latest), ofTask && liveOf(ofTask), told.events];
    // What was brought over from another system is no recurrence, whoever has amended it since.
    const found =
      incident && before && reported && reported.metadata.actor.kind !== 'IMPORT'
        ? {
            eventId,
            number: reported.number!,
            incident,
            before,
            timeZone,
            today: localDateTime(receivedAt, timeZone).date,
          }
        : null;
    return tasks.change(envelope, taskGuid, (now) => (found ? reopenRecurringTask(found, now) : []));
  },
});
