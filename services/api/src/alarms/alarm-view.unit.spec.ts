import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import { alarmAfter, type AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { untriedMail } from './alarm-view.ts';

const AT = '2026-03-17T13:40:00.000Z';
const person = '01900000-0000-7000-8000-00000000000a';
const about = {
  eventId: null,
  isDrill: false,
  isSensitive: false,
  worksiteGuid: null,
  reportingGroupGuid: null,
  level: 'ALARM' as const,
  rules: [],
  round: 1,
  step: 0,
};
const taken = { to: 'EVERYONE' as const, recipients: [person], nextStepAt: null };
const raised = (more: object = {}): AlarmEvent => ({ type: 'AlarmRaised', data: { ...about, ...taken, ...more } });
const acknowledged: AlarmEvent = {
  type: 'AlarmAcknowledged',
  data: { ...about, byGuid: person, via: 'SESSION', isTakenOver: false },
};
const escalated = (heldByGuid: string | null): AlarmEvent => ({
  type: 'AlarmEscalated',
  data: { ...about, ...taken, heldByGuid },
});

/** The state of the mails of each step, none of which was tried. */
function mailsAfter(events: readonly AlarmEvent[], minutes = 1) {
  let alarm: AlarmProgress | null = null;
  for (const [index, event] of events.entries())
    alarm = alarmAfter(alarm, event, { revision: index + 1, at: AT, byGuid: person });
  const recorded = events.map((event, index) => ({ ...event, revision: index + 1 })) as unknown as RecordedEvent[];
  const now = new Date(Date.parse(AT) + minutes * 60_000);
  return alarm!.steps.map((step) => untriedMail(step, { alarm: alarm!, events: recorded }, now).mail);
}

test('mails of an open alarm wait; once it is answered they are not needed', () => {
  expect(mailsAfter([raised()])).toEqual(['WAITING']);
  expect(mailsAfter([raised(), escalated(null)])).toEqual(['WAITING', 'WAITING']);
  expect(mailsAfter([raised(), escalated(null), acknowledged])).toEqual(['NOT_NEEDED', 'NOT_NEEDED']);
});

test('an alert about something worse is sent though someone has the alarm', () => {
  expect(mailsAfter([raised(), acknowledged, escalated(person)])).toEqual(['NOT_NEEDED', 'WAITING']);
});

test('a new round ends the mails of the one before, and not those of a notice', () => {
  expect(mailsAfter([raised(), acknowledged, raised({ round: 2 })])).toEqual(['NOT_NEEDED', 'WAITING']);
  expect(mailsAfter([raised({ level: 'NOTICE' }), raised(), acknowledged])).toEqual(['WAITING', 'NOT_NEEDED']);
});

test('mails of a drill are not needed once it is over', () => {
  expect(mailsAfter([raised({ isDrill: true })], 59)).toEqual(['WAITING']);
  expect(mailsAfter([raised({ isDrill: true })], 60)).toEqual(['NOT_NEEDED']);
});
