import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { calledRule, type AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { mayRaiseAlarm } from '@plimsoll/contracts/incidents/policy';
import { isRefusal, refuse } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
import { execute, type UseCase } from '../commands/execute.ts';
import { onSeenIncident } from '../incidents/policy.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { alarmDecider, alarmGuidOf, alarmSettingsDecider } from './alarm.ts';
import { AlarmLog } from './alarm-log.ts';
import { raiseByHand } from './raise-alarm.rule.ts';

/** Raises an alarm about an event by hand. An open one stays as it is. */
export const RaiseAlarm = defineCommand({
  name: 'RaiseAlarm',
  needs: [AlarmLog, IncidentLog],
  handle: (alarms, incidents) => async (store, envelope, eventId: string, alarmGuid: string) => {
    const { tenant, actor, receivedAt: now } = envelope;
    const refusal = onSeenIncident(await incidents.find(tenant, eventId), actor, (incident) =>
      mayRaiseAlarm(incident, actor) ? [] : refuse('Forbidden'),
    );
    if (isRefusal(refusal)) return refusal;
    const context = await alarms.contextOf(tenant, eventId);
    if (!context) return refuse('EventNotFound');
    const useCase: UseCase<AlarmProgress | null, [AlarmSettings]> = {
      own: alarmDecider.of(alarmGuid),
      others: [alarmSettingsDecider.of(tenant)],
      decide: ({ stream, state: alarm }, { state: settings }) => ({
        records:
          alarm?.state === 'OPEN'
            ? []
            : raiseByHand(
                {
                  ...context,
                  rule: calledRule(settings),
                  actorGuid: actor.userGuid,
                  settings,
                  now,
                },
                alarm,
              ).map((event) => ({ stream, event })),
      }),
    };
    return execute(store, envelope, useCase);
  },
  route: {
    operationId: 'raiseAlarm',
    args: ({ tenant }, _, { eventId }) => [eventId, alarmGuidOf(tenant, eventId)],
    answer: ({ revision }, [, alarmGuid]) => ({ alarmGuid, revision }),
  },
});
