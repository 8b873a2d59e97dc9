import { Module, type DynamicModule } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import type { Resources } from '../platform/process/resources.ts';
import { AlarmContextModule } from './alarm-context.module.ts';
import { AlarmsController } from './alarms.controller.ts';
import { AcknowledgeAlarm, CallOffAlarm, TakeOverAlarm } from './answer-alarm.ts';
import { JudgeAlarm } from './judge-alarm.ts';
import { RaiseAlarm } from './raise-alarm.ts';
import { AlarmLinks, LinkedAlarmsController } from './linked-alarms.controller.ts';
import { SetAlarmSettings } from './set-alarm-settings.ts';
import { StartDrill } from './start-drill.ts';
import { StepAlarm } from './step-alarm.ts';

const commands = [RaiseAlarm, AcknowledgeAlarm, TakeOverAlarm, CallOffAlarm];

/** Nest module for alarms and their settings. */
@Module({})
export class AlarmsModule {
  static with({ sealingKey }: Pick<Resources, 'sealingKey'>): DynamicModule {
    return {
      module: AlarmsModule,
      imports: [AlarmContextModule, IncidentsModule],
      controllers: [AlarmsController, LinkedAlarmsController, commandController('AlarmCommandsController', commands)],
      providers: [
        { provide: AlarmLinks, useFactory: () => new AlarmLinks(sealingKey) },
        ...handlersOf(...commands, JudgeAlarm, StepAlarm, SetAlarmSettings, StartDrill),
      ],
    };
  }
}
