import type { AnswerChannel } from '@plimsoll/contracts/alarms/events';
import { refuse } from '../commands/decision.ts';
import { defineCommand, type CommandRoute, type HandledCommand } from '../commands/define-command.ts';
import { execute, singleStream } from '../commands/execute.ts';
import { IncidentContexts } from '../incidents/incident-contexts.ts';
import { alarmDecider } from './alarm.ts';
import { AlarmLog, type SeenAlarm } from './alarm-log.ts';
import { answerAlarm, type AnswerAlarmInput } from './answer-alarm.rule.ts';
import { alarmViewer } from './people-to-alert.ts';

type Args = readonly [alarmGuid: string, reason: string | null, via: AnswerChannel];

/** Declares a command that answers an alarm which its actor sees. */
const answering = (
  name: string,
  command: AnswerAlarmInput['command'],
): HandledCommand<Args, readonly [typeof AlarmLog, typeof IncidentContexts]> => ({
  name,
  needs: [AlarmLog, IncidentContexts],
  handle: (alarms, contexts) => async (store, envelope, alarmGuid, reason, via) => {
    const { tenant, actor, receivedAt: now } = envelope;
    const first = await alarms.seen(tenant, alarmGuid, actor);
    if ('refused' in first) return first;
    let seen: SeenAlarm = first;
    let holder: string | undefined;
    return execute(
      store,
      envelope,
      singleStream({
        own: alarmDecider.of(alarmGuid),
        prepare: async ({ retry }) => {
          if (retry) seen = (await alarms.find(tenant, alarmGuid)) ?? seen;
          holder = (await contexts.member(tenant, seen.alarm.heldBy?.userGuid))?.name;
        },
        decide: (alarm) =>
          alarm === null
            ? refuse('RecordNotFound')
            : answerAlarm(
                {
                  command,
                  viewer: alarmViewer(actor, alarm, seen.people, seen.incident),
                  subject: seen.subject,
                  via,
                  reason,
                  nameOf: (userGuid) => (userGuid === seen.alarm.heldBy?.userGuid ? holder : undefined),
                  now,
                },
                alarm,
              ),
      }),
    );
  },
});

const routed = <Id extends 'acknowledgeAlarm' | 'takeOverAlarm' | 'callOffAlarm'>(
  operationId: Id,
  state: 'ACKNOWLEDGED' | 'CALLED_OFF',
): CommandRoute<Args> =>
  ({
    operationId,
    args: (_, params, body) => [
      (params as { readonly alarmGuid: string }).alarmGuid,
      (body as { readonly reason?: string } | undefined)?.reason ?? null,
      'SESSION',
    ],
    answer: ({ revision }, [alarmGuid]) => ({ alarmGuid, state, revision }),
  }) as CommandRoute<Args>;

export const AcknowledgeAlarm = defineCommand({
  ...answering('AcknowledgeAlarm', 'acknowledge'),
  route: routed('acknowledgeAlarm', 'ACKNOWLEDGED'),
});
export const TakeOverAlarm = defineCommand({
  ...answering('TakeOverAlarm', 'take-over'),
  route: routed('takeOverAlarm', 'ACKNOWLEDGED'),
});
export const CallOffAlarm = defineCommand({
  ...answering('CallOffAlarm', 'call-off'),
  route: routed('callOffAlarm', 'CALLED_OFF'),
});
