import { nextStepAt, type AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { MAX_DRILLS_A_DAY } from '@plimsoll/contracts/alarms/requests';
import type { AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import { refuse } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
import { execute, isExecuted, type Outcome, type UseCase } from '../commands/execute.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { alarmDecider, alarmSettingsDecider } from './alarm.ts';
import { subjectOfDrill } from './alarm-log.ts';
import { PeopleToAlert } from './people-to-alert.ts';

/** The guids that the drills of a day may have: so no two commands can start one too many. */
const drillsOf = (tenant: string, day: string): readonly string[] =>
  Array.from({ length: MAX_DRILLS_A_DAY }, (_, place) => uuidv5(`alarm drill ${day} ${place}`, tenant));

/** The drill of a day that a command has started; null if it has not. */
export async function drillStartedBy(
  store: EventStore,
  { tenant, commandId }: { readonly tenant: string; readonly commandId: string },
  day: string,
): Promise<string | null> {
  for (const alarmGuid of drillsOf(tenant, day)) {
    const { events } = await store.load(tenant, alarmDecider.of(alarmGuid).stream);
    if (events[0]?.metadata.commandId === commandId) return alarmGuid;
  }
  return null;
}

/**
 * Starts a drill: an alarm without an event. Refuses: WorksiteNotFound, LimitReached for the fourth of a day.
 * @param day of the organization
 */
export const StartDrill = defineCommand({
  name: 'StartDrill',
  needs: [PeopleToAlert, OrganizationsCache],
  handle: (peopleToAlert, organizations) => async (store, envelope, worksiteGuid: string | null, day: string) => {
    const { tenant, receivedAt: now } = envelope;
    if (worksiteGuid !== null) {
      const worksite = (await organizations.of(tenant))?.worksites.get(worksiteGuid);
      if (worksite?.status !== 'ACTIVE') return refuse('WorksiteNotFound');
    }
    const people = await peopleToAlert.of(tenant, { worksiteGuid });
    const subject = subjectOfDrill({ worksiteGuid });
    const useCaseOf = (alarmGuid: string): UseCase<AlarmProgress | null, [AlarmSettings]> => ({
      own: alarmDecider.of(alarmGuid),
      others: [alarmSettingsDecider.of(tenant)],
      decide: ({ stream, state: drill }, { state: settings }) =>
        drill === null
          ? {
              records: [
                {
                  stream,
                  event: {
                    type: 'AlarmRaised',
                    data: {
                      ...subject,
                      level: 'ALARM',
                      rules: [],
                      round: 1,
                      step: 0,
                      to: 'FIRST',
                      recipients: [...people.FIRST],
                      nextStepAt: nextStepAt(0, { isDrill: true, roundAt: now.toISOString() }, settings),
                    },
                  },
                },
              ],
            }
          : refuse('LimitReached'),
    });
    let outcome: Outcome = refuse('LimitReached');
    for (const alarmGuid of drillsOf(tenant, day)) {
      outcome = await execute(store, envelope, useCaseOf(alarmGuid));
      if (isExecuted(outcome) || outcome.refused !== 'LimitReached') break;
    }
    return outcome;
  },
});
