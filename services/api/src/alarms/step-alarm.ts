import { defineCommand } from '../commands/define-command.ts';
import { execute, type UseCase } from '../commands/execute.ts';
import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import type { AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { alarmDecider, alarmSettingsDecider } from './alarm.ts';
import { AlarmLog } from './alarm-log.ts';
import { stepAlarm } from './step-alarm.rule.ts';

/** Takes the step of an alarm that is due, unless it was answered, raised again, or its event is deleted. */
export const StepAlarm = defineCommand({
  name: 'StepAlarm',
  needs: [AlarmLog],
  handle: (alarms) => async (store, envelope, alarmGuid: string, round: number) => {
    const { tenant, receivedAt: now } = envelope;
    let found = await alarms.find(tenant, alarmGuid);
    const useCase: UseCase<AlarmProgress | null, [AlarmSettings]> = {
      own: alarmDecider.of(alarmGuid),
      others: [alarmSettingsDecider.of(tenant)],
      prepare: async ({ retry }) => {
        if (retry) found = await alarms.find(tenant, alarmGuid);
      },
      decide: ({ stream, state: alarm }, { state: settings }) => ({
        records:
          found && alarm?.round === round
            ? stepAlarm({ ...found, settings, now }, alarm).map((event) => ({ stream, event }))
            : [],
      }),
    };
    return execute(store, envelope, useCase);
  },
});
