import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { shippedAlarmSettings, type MetRule } from '@plimsoll/contracts/alarms/settings';
import type { AlertedPeople } from '@plimsoll/contracts/alarms/who-is-alerted';
import { given } from '../../test/given-when-then.ts';
import { alarmDecider } from './alarm.ts';
import { raiseAlarm, type AlarmSubject } from './raise-alarm.rule.ts';
import { stepAlarm } from './step-alarm.rule.ts';

const guidOf = (number: number) => `01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const [daniel, priya, emil] = [guidOf(1), guidOf(2), guidOf(3)];
const people: AlertedPeople = {
  FIRST: [daniel],
  NEXT: [daniel, priya],
  EVERYONE: [daniel, priya, emil],
  LISTS: [daniel, emil],
};
const subject: AlarmSubject = {
  eventId: guidOf(10),
  isDrill: false,
  isSensitive: true,
  worksiteGuid: null,
  reportingGroupGuid: null,
};
const met = (code: string, level: MetRule['level'], atOnce: MetRule['atOnce'] = 'FIRST'): MetRule => ({
  code,
  ruleGuid: null,
  name: code,
  level,
  atOnce,
});
const death = met('DEATH', 'ALARM', 'EVERYONE');
const hospital = met('HOSPITAL', 'ALARM');
const fire = met('FIRE', 'ALARM');
const nearMiss = met('COULD_HAVE_KILLED', 'NOTICE');
const lostTime = met('LOST_TIME', 'NOTICE');

const at = '2026-03-17T06:40:00.000Z';
const now = new Date(at);
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const raise =
  (...newlyMet: MetRule[]) =>
  (alarm: AlarmProgress | null) =>
    raiseAlarm({ subject, newlyMet, actorGuid: emil, people, settings: shippedAlarmSettings, now }, alarm);
const step =
  (minutes: number, settings = shippedAlarmSettings) =>
  (alarm: AlarmProgress | null) =>
    stepAlarm({ subject, people, settings, now: minutesLater(minutes) }, alarm);

/** Events of an alarm as a rule wrote them, at the beginning of its round. */
const history = (...events: readonly AlarmEvent[]) =>
  given(
    alarmDecider,
    events.map((event) => ({ ...event, at })),
  );
const [raisedByHospital] = raise(hospital)(null) as [AlarmEvent];
const [raisedByDeath] = raise(death)(null) as [AlarmEvent];
const [told] = raise(nearMiss)(null) as [AlarmEvent];
const answered = (byGuid: string): AlarmEvent => {
  const {
    to: _,
    recipients: __,
    nextStepAt: ___,
    ...about
  } = raisedByHospital.data as Extract<AlarmEvent, { type: 'AlarmRaised' }>['data'];
  return { type: 'AlarmAcknowledged', data: { ...about, byGuid, via: 'SESSION', isTakenOver: false } };
};
const calledOff = (): AlarmEvent => {
  const {
    via: _,
    isTakenOver: __,
    ...about
  } = answered(daniel).data as Extract<AlarmEvent, { type: 'AlarmAcknowledged' }>['data'];
  return { type: 'AlarmCalledOff', data: { ...about, reason: 'Nobody was hurt.' } };
};
const codes = (...of: string[]) => of.map((code) => expect.objectContaining({ code }));

describe('a rule that is newly met', () => {
  test('raises an alarm, at once to the first person or, by the rule, to everyone', () => {
    history()
      .when(raise(hospital))
      .thenMatch([
        { type: 'AlarmRaised', data: { level: 'ALARM', round: 1, step: 0, to: 'FIRST', recipients: [daniel] } },
      ]);
    history()
      .when(raise(death, hospital, nearMiss))
      .thenMatch([
        {
          type: 'AlarmRaised',
          data: {
            level: 'ALARM',
            to: 'EVERYONE',
            recipients: people.EVERYONE,
            rules: codes('DEATH', 'HOSPITAL', 'COULD_HAVE_KILLED'),
          },
        },
      ]);
  });

  test('tells a notice once to who reviews it and the lists, and a further one to those who were not told', () => {
    history()
      .when(raise(nearMiss))
      .thenMatch([
        { type: 'AlarmRaised', data: { level: 'NOTICE', to: 'LISTS', recipients: [daniel, emil], nextStepAt: null } },
      ]);
    history(told)
      .when(raise(lostTime))
      .thenMatch([
        {
          type: 'AlarmEscalated',
          data: { level: 'NOTICE', recipients: [], rules: codes('COULD_HAVE_KILLED', 'LOST_TIME') },
        },
      ]);
  });

  test('of a notice changes nothing about an alarm', () => {
    history(raisedByHospital).when(raise(nearMiss)).then([]);
    history(raisedByHospital, answered(daniel)).when(raise(nearMiss)).then([]);
    history(raisedByHospital, calledOff()).when(raise(nearMiss)).then([]);
  });

  test('makes an alarm of a notice, in the same round', () => {
    history(told)
      .when(raise(hospital))
      .thenMatch([
        { type: 'AlarmRaised', data: { level: 'ALARM', round: 1, rules: codes('HOSPITAL', 'COULD_HAVE_KILLED') } },
      ]);
  });

  test('that goes to everyone alerts those who were not, while the alarm is open and its clock goes on', () => {
    history(raisedByHospital)
      .when(raise(death))
      .thenMatch([
        {
          type: 'AlarmEscalated',
          data: {
            round: 1,
            step: 0,
            to: 'EVERYONE',
            recipients: [priya, emil],
            nextStepAt: minutesLater(15).toISOString(),
            heldByGuid: null,
          },
        },
      ]);
    history(raisedByHospital)
      .when(raise(fire))
      .thenMatch([{ type: 'AlarmEscalated', data: { recipients: [], rules: codes('HOSPITAL', 'FIRE') } }]);
  });

  test('raises an alarm again that was answered only if it ranks above those before', () => {
    history(raisedByHospital, answered(daniel)).when(raise(fire)).then([]);
    history(raisedByHospital, answered(daniel))
      .when(raise(death))
      .thenMatch([{ type: 'AlarmRaised', data: { round: 2, step: 0, to: 'EVERYONE', recipients: people.EVERYONE } }]);
    history(raisedByDeath, answered(daniel)).when(raise(hospital)).then([]);
  });

  test('that the person who has the alarm brought about leaves it with them, and tells everyone else once', () => {
    history(raisedByHospital, answered(emil))
      .when(raise(death))
      .thenMatch([
        {
          type: 'AlarmEscalated',
          data: { round: 1, to: 'EVERYONE', recipients: [daniel, priya], heldByGuid: emil, nextStepAt: null },
        },
      ]);
  });

  test('raises an alarm again that was called off', () => {
    history(raisedByDeath, calledOff())
      .when(raise(fire))
      .thenMatch([{ type: 'AlarmRaised', data: { round: 2, to: 'FIRST' } }]);
  });
});

describe('the clock', () => {
  test.each<[minutes: number, step: number | null, to: string | null]>([
    [14, null, null],
    [15, 1, 'NEXT'],
    [29, 1, 'NEXT'],
    [30, 2, 'EVERYONE'],
    [50, 2, 'EVERYONE'],
    [60, 3, 'EVERYONE'],
    [120, 4, 'EVERYONE'],
    [240, 5, 'EVERYONE'],
    [100_000, 5, 'EVERYONE'],
  ])('takes the last step that is due after %i minutes, and leaves out what was missed', (minutes, taken, to) => {
    const decided = history(raisedByHospital).when(step(minutes));
    if (taken === null) decided.then([]);
    else decided.thenMatch([{ type: 'AlarmEscalated', data: { step: taken, to } }]);
  });

  test('goes to everyone again where everyone was alerted at once', () => {
    history(raisedByDeath)
      .when(step(15))
      .thenMatch([{ type: 'AlarmEscalated', data: { step: 1, to: 'EVERYONE', recipients: people.EVERYONE } }]);
  });

  test('says when the next step is due, and none after the last', () => {
    history(raisedByHospital)
      .when(step(15))
      .thenMatch([{ type: 'AlarmEscalated', data: { nextStepAt: minutesLater(30).toISOString() } }]);
    history(raisedByHospital)
      .when(step(240))
      .thenMatch([{ type: 'AlarmEscalated', data: { step: 5, nextStepAt: null } }]);
  });

  test('never takes a later step before everyone was told, however late that is set', () => {
    const late = { ...shippedAlarmSettings, nextAfterMinutes: 60, everyoneAfterMinutes: 110 };
    history(raisedByHospital)
      .when(step(70, late))
      .thenMatch([{ type: 'AlarmEscalated', data: { step: 1, to: 'NEXT' } }]);
    history(raisedByHospital)
      .when(step(110, late))
      .thenMatch([
        { type: 'AlarmEscalated', data: { step: 3, to: 'EVERYONE', nextStepAt: minutesLater(120).toISOString() } },
      ]);
  });

  test('stops when someone has answered, and never runs for a notice', () => {
    history(raisedByHospital, answered(daniel)).when(step(60)).then([]);
    history(raisedByHospital, calledOff()).when(step(60)).then([]);
    history(told).when(step(60)).then([]);
  });
});
