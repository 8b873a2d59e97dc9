import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { NotifiedAlarm } from '@plimsoll/contracts/notifications/notification';
import { isDrillOver } from '@plimsoll/contracts/alarms/progress';
import { ListOpenAlarms, type OpenAlarm } from '@plimsoll/projections/alarms/alarm-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { AlarmLog } from './alarm-log.ts';
import { SentAlarmMails } from './sent-alarm-mails.ts';

/** Maximum number of alarms for which it is looked up whether a viewer who was not alerted may answer them. */
const MAX_LOOKED_UP = 20;

/** Finds the open alarms that a person may answer. */
@Injectable()
export class OpenAlarms {
  constructor(
    private readonly queries: QueryBus,
    private readonly alarms: AlarmLog,
    private readonly mails: SentAlarmMails,
  ) {}

  /** Open alarms of those whom everyone means or who were alerted, and drills of those who were; newest first. */
  async of(tenant: string, viewer: Viewer, now: Date): Promise<NotifiedAlarm[]> {
    const open = await this.queries.execute(new ListOpenAlarms(tenant, viewer));
    const untold = open.filter(({ isTold, isDrill }) => !isTold && !isDrill).slice(0, MAX_LOOKED_UP);
    const alerted = new Set<OpenAlarm>();
    for (const alarm of untold) {
      const context = await this.alarms.contextOf(tenant, alarm.eventId!);
      if (context?.people.EVERYONE.includes(viewer.userGuid)) alerted.add(alarm);
    }
    const shown = open.filter((alarm) => (alarm.isTold || alerted.has(alarm)) && !isDrillOver(alarm, now));
    if (shown.length === 0) return [];
    const late = await this.mails.late(
      tenant,
      shown.map(({ alarmGuid }) => alarmGuid),
    );
    return shown.map(({ alarmGuid, isDrill, eventId, number, formName, worksite, raisedAt, isUnanswered }) => ({
      alarmGuid,
      isDrill,
      eventId,
      number,
      formName,
      worksiteName: worksite?.name ?? null,
      raisedAt,
      isUnanswered,
      areMailsLate: late.has(alarmGuid),
    }));
  }
}
