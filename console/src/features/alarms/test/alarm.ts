import type { AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import type { NotifiedAlarm } from '@plimsoll/contracts/notifications/notification';
import { daniel, guid, priya } from '../../../lib/test/stage.tsx';

/** An open alarm of an injury at Acheson Yard, which Priya may answer. */
export const alarm = (change: Partial<AlarmDetail> = {}): AlarmDetail => ({
  alarmGuid: guid(700),
  isDrill: false,
  eventId: guid(1161),
  number: 1161,
  formName: 'Injury',
  worksite: { guid: guid(101), name: 'Acheson Yard' },
  level: 'ALARM',
  rules: [
    { code: 'HOSPITAL', ruleGuid: null, name: 'Someone was admitted to hospital' },
    { code: 'CALLED', ruleGuid: null, name: 'Someone is needed now' },
  ],
  state: 'OPEN',
  round: 1,
  raisedAt: '2026-11-17T13:52:00.000Z',
  answeredBy: null,
  answeredAt: null,
  nextStepAt: '2026-11-17T14:22:00.000Z',
  isUnanswered: false,
  occurrenceDate: '2026-11-17',
  occurrenceTime: '06:40',
  timeZone: 'UTC',
  reportedAt: '2026-11-17T13:40:00.000Z',
  arrivedAt: '2026-11-17T13:52:00.000Z',
  emergencyPhone: '780 555 0111',
  emergencyNumber: '911',
  reason: null,
  steps: [
    {
      round: 1,
      step: 0,
      to: 'FIRST',
      at: '2026-11-17T13:52:00.000Z',
      people: [{ ...daniel, mail: 'SENT', mailAt: '2026-11-17T13:52:04.000Z', mailTries: 1, push: null }],
    },
    {
      round: 1,
      step: 1,
      to: 'NEXT',
      at: '2026-11-17T14:07:00.000Z',
      people: [
        { ...daniel, mail: 'FAILED', mailAt: '2026-11-17T14:09:00.000Z', mailTries: 9, push: null },
        { ...priya, mail: 'WAITING', mailAt: null, mailTries: 2, push: null },
      ],
    },
  ],
  firstSteps: '1. Make sure that help is on its way.\n2. Keep others away from the danger.',
  duties: [],
  allowedCommands: ['acknowledge', 'call-off'],
  revision: 2,
  ...change,
});

/** The same in the bell. */
export const notified = (change: Partial<NotifiedAlarm> = {}): NotifiedAlarm => ({
  alarmGuid: guid(700),
  isDrill: false,
  eventId: guid(1161),
  number: 1161,
  formName: 'Injury',
  worksiteName: 'Acheson Yard',
  raisedAt: '2026-11-17T13:52:00.000Z',
  isUnanswered: false,
  areMailsLate: false,
  ...change,
});
