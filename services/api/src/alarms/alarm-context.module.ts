import { Module } from '@nestjs/common';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import { RoutingModule } from '../routing/routing.module.ts';
import { AlarmLog } from './alarm-log.ts';
import { OpenAlarms } from './open-alarms.ts';
import { PeopleToAlert } from './people-to-alert.ts';
import { SentAlarmMails } from './sent-alarm-mails.ts';

/** What other contexts need of alarms, apart from their routes and commands. */
@Module({
  imports: [IncidentsModule, RoutingModule],
  providers: [AlarmLog, PeopleToAlert, OpenAlarms, SentAlarmMails],
  exports: [AlarmLog, PeopleToAlert, OpenAlarms, SentAlarmMails],
})
export class AlarmContextModule {}
