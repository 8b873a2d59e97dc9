import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { isRecentEnough } from '@plimsoll/contracts/alarms/rules';
import { isSameRule, rulesMet, type AlarmSettings, type MetRule } from '@plimsoll/contracts/alarms/settings';
import { defineCommand } from '../commands/define-command.ts';
import { execute, type UseCase } from '../commands/execute.ts';
import type { LiveIncident } from '../incidents/incident.ts';
import { liveOf } from '../incidents/incident.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { alarmDecider, alarmGuidOf, alarmSettingsDecider } from './alarm.ts';
import { alarmFactsOf } from './alarm-facts.ts';
import { AlarmLog } from './alarm-log.ts';
import { raiseAlarm } from './raise-alarm.rule.ts';

/** Rules that an incident meets and did not meet before, or that its alarm does not name yet. */
function newlyMet(
  incident: LiveIncident,
  before: LiveIncident | null,
  alarm: AlarmProgress | null,
  settings: AlarmSettings,
): MetRule[] {
  const earlier = before ? rulesMet(alarmFactsOf(before), before.form, settings) : [];
  return rulesMet(alarmFactsOf(incident), incident.form, settings).filter(
    (rule) =>
      !alarm?.rules.some((named) => isSameRule(named, rule)) || !earlier.some((other) => isSameRule(other, rule)),
  );
}

/**
 * Judges whether an incident raises an alarm, by the facts and rules of now. Nothing comes of imported and deleted ones,
 * nor of facts that arrived more than 30 days after the event.
 * @param revision of the event that may have raised it
 */
export const JudgeAlarm = defineCommand({
  name: 'JudgeAlarm',
  needs: [AlarmLog, IncidentLog],
  handle: (alarms, incidents) => async (store, envelope, eventId: string, revision: number) => {
    const { tenant, receivedAt: now } = envelope;
    const context = await alarms.contextOf(tenant, eventId);
    const cause = context?.incidentEvents.find((event) => event.revision === revision);
    const useCase: UseCase<AlarmProgress | null, [AlarmSettings]> = {
      own: alarmDecider.of(alarmGuidOf(tenant, eventId)),
      others: [alarmSettingsDecider.of(tenant)],
      decide: ({ stream, state: alarm }, { state: settings }) => {
        if (!context?.incident || !cause) return { records: [] };
        const { incident, incidentEvents } = context;
        const isImported = incidentEvents[0]!.metadata.actor.kind === 'IMPORT';
        if (isImported || !isRecentEnough(incident.facts, cause.recordedAt)) return { records: [] };
        const before = liveOf(incidents.fold(incidentEvents.filter((event) => event.revision < revision)));
        const events = raiseAlarm(
          {
            ...context,
            newlyMet: newlyMet(incident, before, alarm, settings),
            actorGuid: cause.metadata.actor.userGuid,
            settings,
            now,
          },
          alarm,
        );
        return { records: events.map((event) => ({ stream, event })) };
      },
    };
    return execute(store, envelope, useCase);
  },
});
