import { randomUUID } from 'node:crypto';
import { alarmQuestions, injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { alarmWorks } from '../../test/alarms/alarm-works.ts';
import { TestApplication } from '../../test/test-application.ts';
import { followUps } from '../commands/follow-ups.ts';

let app: TestApplication;
let scene: Awaited<ReturnType<typeof alarmWorks>>;
beforeAll(async () => {
  app = await TestApplication.start();
  scene = await alarmWorks(app);
});
afterAll(() => app?.stop());

async function feedOf(level: 'FACTS' | 'PERSONS' | 'TEXT', includeSensitive: boolean) {
  const { body } = await app.call('POST', `/orgs/${scene.org}/api-keys`, {
    token: scene.people.Ada.token,
    body: {
      name: `${level} ${includeSensitive}`,
      scopes: ['FEED'],
      level,
      includeSensitive,
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    },
  });
  return async (): Promise<CloudEvent[]> => {
    const answer = await fetch(`${app.url}/api/feed?after=0&limit=1000`, {
      headers: { authorization: `Bearer ${body.key}` },
    });
    return ((await answer.json()) as CloudEvent[]).filter(({ type }) => type.startsWith('plimsoll.alarm.'));
  };
}
const judge = (incident: string, revision = 1) =>
  followUps.RAISE_ALARM(
    { id: randomUUID(), ids: { organization: scene.org, incident, revision } },
    app.api.application,
  );
const verb = (alarmGuid: string, command: string, body?: object) =>
  app.call('POST', `/orgs/${scene.org}/alarms/${alarmGuid}/${command}`, { token: scene.people.Ada.token, body });

/** An injury with someone in hospital, which is sensitive. */
const injury = {
  formGuid: injuryForm.formGuid,
  formVersion: injuryForm.version,
  injuredPersons: [{ personType: 'EMPLOYEE', classification: 'MEDICAL_AID', name: 'Olga Fern' }],
  components: [
    {
      groupGuid: injuryForm.groups[0]!.groupGuid,
      answers: [{ questionGuid: alarmQuestions.admittedToHospital, value: true }],
    },
  ],
};

test('an alarm is told as four types over its rounds, and each level adds what it promises', async () => {
  const feeds = {
    FACTS: await feedOf('FACTS', false),
    PERSONS: await feedOf('PERSONS', false),
    TEXT: await feedOf('TEXT', false),
  };
  const { eventId, alarmGuid } = await scene.report({ isUrgent: true });
  await judge(eventId);
  await verb(alarmGuid, 'acknowledge');
  await app.call('POST', `/orgs/${scene.org}/alarms`, { token: scene.people.Rita.token, body: { eventId } });
  await verb(alarmGuid, 'call-off', { reason: 'Nobody was hurt.' });
  const drill = await app.call('POST', `/orgs/${scene.org}/alarm-drills`, { token: scene.people.Ada.token, body: {} });
  const told = await feeds.FACTS();
  expect(told.map(({ type, data }) => [type, data['round'], data['state'], data['isDrill']])).toEqual([
    ['plimsoll.alarm.raised.v1', 1, 'OPEN', false],
    ['plimsoll.alarm.answered.v1', 1, 'ACKNOWLEDGED', false],
    ['plimsoll.alarm.raised.v1', 2, 'OPEN', false],
    ['plimsoll.alarm.called-off.v1', 2, 'CALLED_OFF', false],
    ['plimsoll.alarm.raised.v1', 1, 'OPEN', true],
  ]);
  expect(told[0]).toMatchObject({
    subject: `alarms/${alarmGuid}`,
    data: {
      alarmGuid,
      eventId,
      isSensitive: false,
      level: 'ALARM',
      rules: [{ code: 'CALLED', ruleGuid: null, name: 'Someone is needed now', level: 'ALARM' }],
      step: 0,
    },
  });
  expect(told.at(-1)!.data).toMatchObject({ alarmGuid: drill.body.alarmGuid, eventId: null });
  const { Ada, Vera } = scene.people;
  const keysOf = (events: CloudEvent[]) => events.map(({ data }) => Object.keys(data));
  expect(keysOf(told).flat()).not.toContain('recipientGuids');
  const persons = await feeds.PERSONS();
  expect(persons.map(({ data }) => [data['recipientGuids'], data['answeredByGuid']])).toEqual([
    [[Vera.userGuid], null],
    [[], Ada.userGuid],
    [[Vera.userGuid], null],
    [[], null],
    [[Vera.userGuid], null],
  ]);
  expect(keysOf(persons).flat()).not.toContain('reason');
  expect((await feeds.TEXT()).map(({ data }) => data['reason'])).toEqual([null, null, null, 'Nobody was hurt.', null]);
});

test('without includeSensitive a channel gets not one guid of an alarm about a sensitive event', async () => {
  const [plain, all] = [await feedOf('TEXT', false), await feedOf('FACTS', true)];
  const before = (await plain()).length;
  const { eventId, alarmGuid } = await scene.report(injury);
  await judge(eventId);
  await verb(alarmGuid, 'acknowledge');
  const told = (await all()).filter(({ data }) => data['eventId'] === eventId);
  expect(told.map(({ type }) => type)).toEqual(['plimsoll.alarm.raised.v1', 'plimsoll.alarm.answered.v1']);
  expect(told[0]!.data).toMatchObject({ isSensitive: true, rules: [{ code: 'HOSPITAL' }] });
  const text = JSON.stringify(await plain());
  expect(text).not.toContain(eventId);
  expect(text).not.toContain(alarmGuid);
  expect(await plain()).toHaveLength(before);
});
