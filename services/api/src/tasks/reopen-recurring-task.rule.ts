import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { InjuredPersonFact } from '@plimsoll/contracts/incidents/events';
import type { taskReopened } from '@plimsoll/contracts/tasks/events';
import type { Decision } from '../commands/decision.ts';
import type { Incident, LiveIncident } from '../incidents/incident.ts';
import type { Task } from './task.ts';

/** Days after completion within which the same harm counts as a recurrence. */
const LAST_DAY = 365;
const DUE_IN_DAYS = 14;
const SAME_DIGITS = 2;

interface Recurrence {
  readonly eventId: string;
  readonly number: number;
  readonly incident: LiveIncident;
  /** The action's own incident. */
  readonly before: LiveIncident;
  readonly timeZone: string;
  readonly today: string;
}

const isAlike = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.slice(0, SAME_DIGITS) === other.slice(0, SAME_DIGITS);

/** Whether an injury in one incident has the same kind of event and source (OIICS) as one in the other. */
const isSameHarm = (one: readonly InjuredPersonFact[], other: readonly InjuredPersonFact[]): boolean =>
  one.some(({ event, source }) => other.some((hurt) => isAlike(event, hurt.event) && isAlike(source, hurt.source)));

/**
 * Reopens an action that was completed 1 to 365 days before an incident with a similar injury at the same worksite;
 * once for each incident.
 */
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

export const liveOf = (incident: Incident): LiveIncident | null =>
  incident.state === 'UNREPORTED' || incident.state === 'DELETED' ? null : incident;
