import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import { RoutingModule } from '../routing/routing.module.ts';
import { AlarmLog } from './alarm-log.ts';
import { AlarmsController } from './alarms.controller.ts';
import { AcknowledgeAlarm, CallOffAlarm, TakeOverAlarm } from './answer-alarm.ts';
import { JudgeAlarm } from './judge-alarm.ts';
import { OpenAlarms } from './open-alarms.ts';
import { PeopleToAlert } from './people-to-alert.ts';
import { RaiseAlarm } from './raise-alarm.ts';
import { SetAlarmSettings } from './set-alarm-settings.ts';
import { StartDrill } from './start-drill.ts';
import { StepAlarm } from './step-alarm.ts';

const commands = [RaiseAlarm, AcknowledgeAlarm, TakeOverAlarm, CallOffAlarm];

@Module({
  imports: [IncidentsModule, RoutingModule],
  controllers: [AlarmsController, commandController('AlarmCommandsController', commands)],
  providers: [
    AlarmLog,
    PeopleToAlert,
    OpenAlarms,
    ...handlersOf(...commands, JudgeAlarm, StepAlarm, SetAlarmSettings, StartDrill),
  ],
  exports: [AlarmLog, OpenAlarms],
})
export class AlarmsModule {}
