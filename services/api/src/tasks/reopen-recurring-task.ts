import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { defineCommand } from '../commands/define-command.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { TaskLog } from './task-log.ts';
import { reopenRecurringTask, liveOf } from './reopen-recurring-task.rule.ts';

export const ReopenRecurringTask = defineCommand({
  name: 'ReopenRecurringTask',
  needs: [TaskLog, IncidentLog],
  handle: (tasks, incidents) => async (_, envelope, taskGuid: string, eventId: string) => {
    const { tenant, receivedAt } = envelope;
    const task = await tasks.find(tenant, taskGuid);
    const [incidentHistory, ofTask, timeZone] = await Promise.all([
      incidents.loadWithEvents(tenant, eventId),
      task.state === 'NONE' ? null : incidents.find(tenant, task.eventId),
      tasks.timeZone(tenant),
    ]);
    const [incident, before, [reported]] = [
      liveOf(incidentHistory.latest),
      ofTask && liveOf(ofTask),
      incidentHistory.events,
    ];
    // Imported incidents are no recurrences, even if they were amended since.
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
    return tasks.change(envelope, taskGuid, (current) => (found ? reopenRecurringTask(found, current) : []));
  },
});
