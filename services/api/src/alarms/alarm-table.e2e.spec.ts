import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlarmState } from '@plimsoll/contracts/alarms/progress';
import { alarmQuestions, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { extractText, getDocumentProxy } from 'unpdf';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { followUps } from '../commands/follow-ups.ts';
import { isExecuted } from '../commands/execute.ts';
import { alarmGuidOf } from './alarm.ts';

let app: TestApplication;
beforeAll(async () => void (app = await TestApplication.start()));
afterAll(() => app?.stop());

/**
 * Rita reports, Vera reviews and is first on the organization's call list, Karl is second on it. Mia modifies for
 * others, Xavi modifies always, Olaf only looks on, Bo does not see what others report, Ada is an admin.
 */
const roles = {
  Ada: 'admin',
  Vera: ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
  Karl: ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
  Rita: 'standard',
  Mia: ['MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'],
  Xavi: ['ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
  Olaf: ['VIEW_OTHER_USERS_EVENTS'],
  Bo: [],
} as const satisfies Record<string, 'admin' | 'standard' | readonly Permission[]>;
type Name = keyof typeof roles;
const names = Object.keys(roles) as Name[];
/** Everyone who sees the event. */
const seeing = names.filter((name) => name !== 'Bo');

async function organization() {
  const org = await app.found('Alarm Works', { asksAtOnce: true });
  const people = {} as Record<Name, TestPerson & { readonly token: string }>;
  for (const name of names) people[name] = await app.member(org, roles[name], `${name} Test`, null);
  const listed = await app.call('PUT', `/orgs/${org}/call-lists/organization`, {
    token: people.Ada.token,
    body: { members: [people.Vera.userGuid, people.Karl.userGuid] },
  });
  await app.caughtUp(org, positionOf(listed.headers.get('Position')!, org)!);
  await sleep(1_000);
  const nameOf = (guid: string) => names.find((name) => people[name].userGuid === guid) ?? guid;
  return { org, people, nameOf };
}
type Scene = Awaited<ReturnType<typeof organization>>;

/** By the organization's clocks. */
const today = () => localDateTime(new Date(), 'America/Edmonton').date;

interface Report {
  readonly worst?: 'FATALITY' | 'FIRST_AID';
  readonly isUrgent?: boolean;
  readonly occurrenceDate?: string;
}

/** Reports a near miss by Rita, without judging whether it raises an alarm. */
async function report({ org, people }: Scene, { worst, isUrgent, occurrenceDate = today() }: Report) {
  const { status, body } = await app.call('POST', `/reported-events?organizationGuid=${org}`, {
    token: people.Rita.token,
    body: {
      formGuid: nearMissForm.formGuid,
      formVersion: nearMissForm.version,
      occurrenceDate,
      description: 'A sling slipped.',
      location: 'Gate 2',
      regionGuid: '01900000-e001-7000-8000-000000000001',
      isQuick: true,
      ...(isUrgent && { isUrgent }),
      components: worst
        ? [
            {
              groupGuid: nearMissForm.groups[0]!.groupGuid,
              answers: [{ questionGuid: alarmQuestions.worstThatCouldHappen, value: worst }],
            },
          ]
        : [],
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.eventId as string;
}

/** Has it judged whether a revision of an event raises an alarm, as the job does. */
async function judge({ org }: Scene, incident: string, revision = 1): Promise<void> {
  const outcomes = await followUps.RAISE_ALARM(
    { id: randomUUID(), ids: { organization: org, incident, revision } },
    app.api.application,
  );
  expect(outcomes.every(isExecuted)).toBe(true);
}

const verb = (scene: Scene, by: Name, alarmGuid: string, command: string): Promise<Answer> =>
  app.call('POST', `/orgs/${scene.org}/alarms/${alarmGuid}/${command}`, {
    token: scene.people[by].token,
    ...(command === 'call-off' && { body: { reason: 'It was a drill of the fire brigade.' } }),
  });
const raise = (scene: Scene, by: Name, eventId: string): Promise<Answer> =>
  app.call('POST', `/orgs/${scene.org}/alarms`, { token: scene.people[by].token, body: { eventId } });
const shown = (scene: Scene, by: Name, alarmGuid: string): Promise<Answer> =>
  app.call('GET', `/orgs/${scene.org}/alarms/${alarmGuid}`, { token: scene.people[by].token });

/** An event with an alarm in this state; Karl has one that was acknowledged. */
async function alarmIn(scene: Scene, state: AlarmState) {
  const eventId = await report(scene, state === 'TOLD' ? { worst: 'FATALITY' } : { isUrgent: true });
  await judge(scene, eventId);
  const alarmGuid = alarmGuidOf(scene.org, eventId);
  if (state === 'ACKNOWLEDGED') expect((await verb(scene, 'Karl', alarmGuid, 'acknowledge')).status).toBe(200);
  if (state === 'CALLED_OFF') expect((await verb(scene, 'Karl', alarmGuid, 'call-off')).status).toBe(200);
  return { eventId, alarmGuid };
}

type Outcome = AlarmState | 'aS' | '403' | '0';
const states: readonly AlarmState[] = ['TOLD', 'OPEN', 'ACKNOWLEDGED', 'CALLED_OFF'];
/** Whom EVERYONE means, and anyone who was alerted. */
const K: readonly Name[] = ['Ada', 'Vera', 'Karl'];

/** The page's table, from rows typed by hand: what comes of it for K, and for everyone else who sees the event. */
const table: Readonly<Record<string, Readonly<Record<AlarmState, readonly [k: Outcome, others: Outcome]>>>> = {
  acknowledge: {
    TOLD: ['aS', 'aS'],
    OPEN: ['ACKNOWLEDGED', '403'],
    ACKNOWLEDGED: ['aS', 'aS'],
    CALLED_OFF: ['aS', 'aS'],
  },
  'take-over': {
    TOLD: ['aS', 'aS'],
    OPEN: ['aS', 'aS'],
    ACKNOWLEDGED: ['ACKNOWLEDGED', '403'],
    CALLED_OFF: ['aS', 'aS'],
  },
  'call-off': {
    TOLD: ['aS', 'aS'],
    OPEN: ['CALLED_OFF', '403'],
    ACKNOWLEDGED: ['CALLED_OFF', '403'],
    CALLED_OFF: ['0', '403'],
  },
};

const outcomeOf = async (answer: Answer, before: number): Promise<Outcome> => {
  if (answer.status === 403) return '403';
  if (answer.status === 409 && answer.body.className === 'AlarmStateConflict') return 'aS';
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.revision === before ? '0' : answer.body.state;
};

describe('who may do what to an alarm', () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await organization()));

  test.each(Object.keys(table).flatMap((command) => states.map((state) => [command, state] as const)))(
    '%s of one that is %s',
    async (command, state) => {
      const found: Record<string, Outcome> = {};
      const promised: Record<string, Outcome> = {};
      for (const name of seeing) {
        const { alarmGuid } = await alarmIn(scene, state);
        const before = (await shown(scene, name, alarmGuid)).body.revision as number;
        const answer = await verb(scene, name, alarmGuid, command);
        found[name] = await outcomeOf(answer, before);
        const [k, others] = table[command]![state];
        const hasIt = state === 'ACKNOWLEDGED' && name === 'Karl' && command !== 'call-off';
        promised[name] = hasIt ? '0' : K.includes(name) ? k : others;
        if (found[name] === 'aS')
          expect(answer.body).toMatchObject({
            state,
            heldBy: state === 'ACKNOWLEDGED' ? { userGuid: scene.people.Karl.userGuid, name: 'Karl Test' } : null,
            allowedCommands: (await shown(scene, name, alarmGuid)).body.allowedCommands,
          });
      }
      expect(found).toEqual(promised);
    },
  );

  test('whoever takes an alarm over has it then, and the history of the alarm says so', async () => {
    const { alarmGuid } = await alarmIn(scene, 'ACKNOWLEDGED');
    expect((await verb(scene, 'Vera', alarmGuid, 'take-over')).body.state).toBe('ACKNOWLEDGED');
    expect((await shown(scene, 'Olaf', alarmGuid)).body.answeredBy).toEqual({
      userGuid: scene.people.Vera.userGuid,
      name: 'Vera Test',
    });
    const { events } = await app.api.application.store.load(scene.org, { kind: 'alarm', guid: alarmGuid });
    expect(events.map(({ type, data }) => [type, (data as { isTakenOver?: boolean }).isTakenOver])).toEqual([
      ['AlarmRaised', undefined],
      ['AlarmAcknowledged', false],
      ['AlarmAcknowledged', true],
    ]);
  });

  test('its events stand in the history of the event, by position, with what it names and why it was called off', async () => {
    const { eventId, alarmGuid } = await alarmIn(scene, 'ACKNOWLEDGED');
    const amended = await app.call('PATCH', `/reported-events/${eventId}`, {
      token: scene.people.Vera.token,
      body: { description: 'Two slings slipped.' },
    });
    expect(amended.status).toBe(200);
    await verb(scene, 'Ada', alarmGuid, 'call-off');
    const { body } = await app.call('GET', `/reported-events/${eventId}/history`, { token: scene.people.Ada.token });
    expect(body.items.map(({ type, comment, revision }: Record<string, unknown>) => [type, revision, comment])).toEqual(
      [
        ['IncidentReported', 1, null],
        ['ReviewRequested', 2, null],
        ['AlarmRaised', 2, 'Someone is needed now'],
        ['AlarmAcknowledged', 2, null],
        ['IncidentAmended', 3, null],
        ['AlarmCalledOff', 3, 'It was a drill of the fire brigade.'],
      ],
    );
    const pdf = await fetch(`${app.url}/api/reported-events/${eventId}/export?history=true`, {
      headers: { authorization: `Bearer ${scene.people.Ada.token}` },
    });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer())), {
      mergePages: true,
    });
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toMatch(
      /Plimsoll raised an alarm.*Someone is needed now.*Karl Test answered the alarm.*Vera Test changed the event.*Ada Test called off the alarm.*It was a drill of the fire brigade\./,
    );
  });

  test.each(states)(
    'raising one by hand that is %s: who takes part in the event or modifies for others',
    async (state) => {
      const found: Record<string, unknown> = {};
      for (const name of seeing) {
        const { eventId, alarmGuid } = await alarmIn(scene, state);
        const answer = await raise(scene, name, eventId);
        const { body } = await shown(scene, 'Ada', alarmGuid);
        found[name] = answer.status === 201 ? [body.state, body.round] : answer.status;
      }
      const raised = ['OPEN', state === 'TOLD' || state === 'OPEN' ? 1 : 2];
      expect(found).toEqual({
        Ada: raised,
        Vera: raised,
        Karl: 403,
        Rita: raised,
        Mia: raised,
        Xavi: raised,
        Olaf: 403,
      });
    },
  );

  test('an alarm of an event that one does not see, of another organization, or unknown: one and the same answer', async () => {
    const { eventId, alarmGuid } = await alarmIn(scene, 'OPEN');
    const other = await organization();
    const bodyOf = async (answer: Promise<Answer>) => {
      const { status, body } = await answer;
      return [status, body.className, body.detail];
    };
    const unknown = await bodyOf(shown(scene, 'Bo', randomUUID()));
    expect(unknown.slice(0, 2)).toEqual([404, 'RecordNotFound']);
    expect(await bodyOf(shown(scene, 'Bo', alarmGuid))).toEqual(unknown);
    expect(await bodyOf(shown(other, 'Ada', alarmGuid))).toEqual(unknown);
    for (const command of ['acknowledge', 'take-over', 'call-off']) {
      expect(await bodyOf(verb(scene, 'Bo', alarmGuid, command))).toEqual(unknown);
      expect(await bodyOf(verb(other, 'Ada', alarmGuid, command))).toEqual(unknown);
    }
    expect((await raise(scene, 'Bo', eventId)).status).toBe(403);
    expect((await raise(other, 'Ada', eventId)).body.className).toBe('EventNotFound');
    const foreign = await app.call('GET', `/orgs/${scene.org}/alarms/${alarmGuid}`, { token: other.people.Ada.token });
    expect(foreign.status).toBe(404);
  });

  test('who may not answer sees the alarm without the people who were alerted', async () => {
    const { alarmGuid } = await alarmIn(scene, 'OPEN');
    expect((await shown(scene, 'Olaf', alarmGuid)).body.steps).toMatchObject([{ step: 0, to: 'FIRST', people: null }]);
    expect((await shown(scene, 'Karl', alarmGuid)).body.steps[0].people).toMatchObject([{ name: 'Vera Test' }]);
  });

  test('a mail that was not sent when the alarm was answered is not needed any more, one of a notice still is', async () => {
    const mailsOf = async (alarmGuid: string) =>
      (await shown(scene, 'Ada', alarmGuid)).body.steps.map(({ people }: { people: { mail: string }[] }) =>
        people.map(({ mail }) => mail),
      );
    const found: Record<string, unknown> = {};
    for (const state of states) found[state] = await mailsOf((await alarmIn(scene, state)).alarmGuid);
    expect(found).toEqual({
      TOLD: [['WAITING', 'WAITING']],
      OPEN: [['WAITING']],
      ACKNOWLEDGED: [['NOT_NEEDED']],
      CALLED_OFF: [['NOT_NEEDED']],
    });
    const { eventId, alarmGuid } = await alarmIn(scene, 'CALLED_OFF');
    expect((await raise(scene, 'Rita', eventId)).status).toBe(201);
    expect(await mailsOf(alarmGuid)).toEqual([['NOT_NEEDED'], ['WAITING']]);
  });

  test('calling off needs a reason', async () => {
    const { alarmGuid } = await alarmIn(scene, 'OPEN');
    for (const body of [undefined, {}, { reason: '  ' }, { reason: 'x'.repeat(1_001) }]) {
      const answer = await app.call('POST', `/orgs/${scene.org}/alarms/${alarmGuid}/call-off`, {
        token: scene.people.Ada.token,
        body,
      });
      expect(answer.status).toBe(400);
    }
  });

  test('an alarm of a deleted event is not found, and goes on when the event is restored', async () => {
    const { eventId, alarmGuid } = await alarmIn(scene, 'OPEN');
    expect((await app.call('DELETE', `/reported-events/${eventId}`, { token: scene.people.Ada.token })).status).toBe(
      200,
    );
    expect((await shown(scene, 'Ada', alarmGuid)).status).toBe(404);
    expect((await verb(scene, 'Ada', alarmGuid, 'acknowledge')).status).toBe(404);
    const restored = await app.call('POST', `/reported-events/${eventId}/restore`, { token: scene.people.Ada.token });
    await judge(scene, eventId, restored.body.revision);
    expect((await shown(scene, 'Ada', alarmGuid)).body).toMatchObject({ state: 'OPEN', round: 1, revision: 1 });
  });

  test('of two who answer at once one has it, 200 times, and the other is told who', async () => {
    for (let time = 0; time < 200; time += 1) {
      const { alarmGuid } = await alarmIn(scene, 'OPEN');
      const answers = await Promise.all([
        verb(scene, 'Vera', alarmGuid, 'acknowledge'),
        verb(scene, 'Karl', alarmGuid, 'acknowledge'),
      ]);
      const winner = answers[0].status === 200 ? 'Vera' : 'Karl';
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
        className: 'AlarmStateConflict',
        heldBy: { userGuid: scene.people[winner].userGuid },
      });
    }
  }, 120_000);
});

describe('what raises an alarm', () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await organization()));
  const stepsOf = async (alarmGuid: string) => {
    const { status, body } = await shown(scene, 'Ada', alarmGuid);
    if (status === 404) return null;
    return [
      body.state,
      ...body.steps.map(({ to, people }: { to: string; people: { userGuid: string }[] }) => [
        to,
        people.map(({ userGuid }) => scene.nameOf(userGuid)),
      ]),
    ];
  };

  test('a near miss that could have killed is told once to who reviews it and the call lists', async () => {
    const { alarmGuid } = await alarmIn(scene, 'TOLD');
    expect(await stepsOf(alarmGuid)).toEqual(['TOLD', ['LISTS', ['Vera', 'Karl']]]);
  });

  test('a report that calls for someone alerts the first person', async () => {
    const { alarmGuid } = await alarmIn(scene, 'OPEN');
    expect(await stepsOf(alarmGuid)).toEqual(['OPEN', ['FIRST', ['Vera']]]);
  });

  test('a report of 31 days ago, one that was deleted meanwhile, and one that meets no rule raise none', async () => {
    const at = async (daysAgo: number) => {
      const eventId = await report(scene, { isUrgent: true, occurrenceDate: addDays(today(), -daysAgo) });
      await judge(scene, eventId);
      return stepsOf(alarmGuidOf(scene.org, eventId));
    };
    expect(await at(29)).toEqual(['OPEN', ['FIRST', ['Vera']]]);
    expect(await at(32)).toBeNull();
    const deleted = await report(scene, { isUrgent: true });
    await app.call('DELETE', `/reported-events/${deleted}`, { token: scene.people.Ada.token });
    await judge(scene, deleted);
    const harmless = await report(scene, { worst: 'FIRST_AID' });
    await judge(scene, harmless);
    for (const eventId of [deleted, harmless]) {
      const { events } = await app.api.application.store.load(scene.org, {
        kind: 'alarm',
        guid: alarmGuidOf(scene.org, eventId),
      });
      expect(events).toEqual([]);
    }
  });

  test('the same job twice raises it once, and a rule that was met before is not met again', async () => {
    const eventId = await report(scene, { isUrgent: true });
    const job = { id: randomUUID(), ids: { organization: scene.org, incident: eventId, revision: 1 } };
    await followUps.RAISE_ALARM(job, app.api.application);
    await followUps.RAISE_ALARM(job, app.api.application);
    await judge(scene, eventId, 2);
    expect((await shown(scene, 'Ada', alarmGuidOf(scene.org, eventId))).body.revision).toBe(1);
  });

  test('an amendment that shows that something worse happened raises a notice to an alarm', async () => {
    const { eventId, alarmGuid } = await alarmIn(scene, 'TOLD');
    const reviewed = await app.call('POST', `/reported-events/${eventId}/review`, {
      token: scene.people.Vera.token,
      body: { severity: 5, likelihood: 5 },
    });
    await judge(scene, eventId, reviewed.body.revision);
    const { body } = await shown(scene, 'Ada', alarmGuid);
    expect([body.state, body.rules.map(({ code }: { code: string }) => code)]).toEqual([
      'TOLD',
      ['COULD_HAVE_KILLED', 'EXTREME'],
    ]);
    expect((await raise(scene, 'Rita', eventId)).status).toBe(201);
    expect(await stepsOf(alarmGuid)).toEqual(['OPEN', ['LISTS', ['Vera', 'Karl']], ['FIRST', ['Vera']]]);
  });
});

describe('alarm settings', () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await organization()));
  const path = () => `/orgs/${scene.org}/alarm-settings`;
  const get = async (by: Name = 'Ada') => (await app.call('GET', path(), { token: scene.people[by].token })).body;
  const put = (body: unknown, by: Name = 'Ada') => app.call('PUT', path(), { token: scene.people[by].token, body });
  const current = async () => {
    const { rules, ownRules, nextAfterMinutes, everyoneAfterMinutes } = await get();
    return {
      rules: rules.map(({ name: _, ...rule }: { name: string }) => rule),
      ownRules: ownRules.map(({ isStale: _, ...rule }: { isStale: boolean }) => rule),
      nextAfterMinutes,
      everyoneAfterMinutes,
      firstSteps: null as string | null,
    };
  };
  const rule = (more: object = {}) => ({
    name: 'Nobody was hurt',
    formGuid: nearMissForm.formGuid,
    questionGuid: alarmQuestions.worstThatCouldHappen,
    operator: 'EQUALS',
    value: 'FIRST_AID',
    level: 'ALARM',
    atOnce: 'EVERYONE',
    isEnabled: true,
    ...more,
  });

  test('begin as they are shipped, for every member to read', async () => {
    expect(await get('Bo')).toMatchObject({
      nextAfterMinutes: 15,
      everyoneAfterMinutes: 30,
      isFirstStepsShipped: true,
      gaps: [],
      revision: 0,
      ownRules: [],
      rules: expect.arrayContaining([
        { code: 'DEATH', name: 'Someone died', isEnabled: true, level: 'ALARM', atOnce: 'EVERYONE' },
      ]),
      questions: expect.objectContaining({ [nearMissForm.formGuid]: [alarmQuestions.worstThatCouldHappen] }),
    });
    expect((await put(await current(), 'Vera')).status).toBe(403);
  });

  test('are set as a whole, and the same again writes nothing', async () => {
    expect((await put(await current())).body.revision).toBe(0);
    const changed = await put({ ...(await current()), nextAfterMinutes: 10, firstSteps: 'Call the gate.' });
    expect(changed.body).toMatchObject({ nextAfterMinutes: 10, firstSteps: 'Call the gate.', revision: 1 });
    const again = await put({ ...(await current()), firstSteps: 'Call the gate.' });
    expect(again.body.revision).toBe(1);
  });

  test('an own rule raises an alarm, and names who is alerted by its level', async () => {
    const set = await put({ ...(await current()), ownRules: [rule()] });
    expect(set.body).toMatchObject({ ownRules: [{ ...rule(), isStale: false, ruleGuid: expect.any(String) }] });
    const eventId = await report(scene, { worst: 'FIRST_AID' });
    await judge(scene, eventId);
    expect((await shown(scene, 'Ada', alarmGuidOf(scene.org, eventId))).body).toMatchObject({
      state: 'OPEN',
      rules: [{ code: null, name: 'Nobody was hurt' }],
      steps: [{ to: 'EVERYONE' }],
    });
  });

  test.each<[what: string, change: (body: Awaited<ReturnType<typeof current>>) => object, field: string]>([
    ['a rule left out', (body) => ({ ...body, rules: body.rules.slice(1) }), 'rules'],
    ['a rule twice', (body) => ({ ...body, rules: [...body.rules, body.rules[1]] }), 'rules.11.code'],
    [
      'a death that is switched off',
      (body) => ({
        ...body,
        rules: body.rules.map((one: { code: string }) => ({ ...one, isEnabled: one.code !== 'DEATH' })),
      }),
      'rules.0.isEnabled',
    ],
    [
      'a death that is a notice',
      (body) => ({
        ...body,
        rules: body.rules.map((one: { code: string; level: string }) => ({
          ...one,
          level: one.code === 'DEATH' ? 'NOTICE' : one.level,
        })),
      }),
      'rules.0.level',
    ],
    ['everyone before the next', (body) => ({ ...body, nextAfterMinutes: 40 }), 'everyoneAfterMinutes'],
    ['an unknown form', (body) => ({ ...body, ownRules: [rule({ formGuid: randomUUID() })] }), 'ownRules.0.formGuid'],
    [
      'an unknown question',
      (body) => ({ ...body, ownRules: [rule({ questionGuid: randomUUID() })] }),
      'ownRules.0.questionGuid',
    ],
    ['an unknown option', (body) => ({ ...body, ownRules: [rule({ value: 'NOTHING' })] }), 'ownRules.0.value'],
    ['a value of another kind', (body) => ({ ...body, ownRules: [rule({ value: true })] }), 'ownRules.0.value'],
    ['another operator', (body) => ({ ...body, ownRules: [rule({ operator: 'INCLUDES' })] }), 'ownRules.0.operator'],
    ['51 rules', (body) => ({ ...body, ownRules: Array.from({ length: 51 }, () => rule()) }), 'ownRules'],
  ])('%s is refused at the field', async (_, change, field) => {
    const answer = await put(change(await current()));
    expect([answer.status, answer.body.fieldErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('a copy of a built-in form is named as a gap until an own rule stands for its question', async () => {
    const token = scene.people.Ada.token;
    const made = await app.call('POST', `/forms?organizationGuid=${scene.org}`, {
      token,
      body: { name: 'Our near miss', copyOf: nearMissForm.formGuid },
    });
    const formGuid = made.body.formGuid as string;
    const published = await app.call('POST', `/forms/${formGuid}/publish?organizationGuid=${scene.org}`, { token });
    expect(published.status).toBe(200);
    await app.caughtUp(scene.org, positionOf(published.headers.get('Position')!, scene.org)!);
    expect((await get()).gaps).toEqual([{ formGuid, name: 'Our near miss', missing: ['COULD_HAVE_KILLED'] }]);
    const { body: form } = await app.call('GET', `/forms/${formGuid}?organizationGuid=${scene.org}`, { token });
    const [question] = form.groups[0].questions;
    const set = await put({
      ...(await current()),
      ownRules: [rule({ formGuid, questionGuid: question.questionGuid, value: 'FATALITY' })],
    });
    expect(set.body.gaps).toEqual([]);
  });
});

describe('a drill', () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await organization()));
  const start = (by: Name, body: object = {}) =>
    app.call('POST', `/orgs/${scene.org}/alarm-drills`, { token: scene.people[by].token, body });

  test('goes to the first person, is seen by those who were told and by admins, and three a day are enough', async () => {
    expect((await start('Vera')).status).toBe(403);
    expect((await start('Ada', { worksiteGuid: randomUUID() })).body.className).toBe('WorksiteNotFound');
    const started = await Promise.all([1, 2, 3, 4, 5].map(() => start('Ada')));
    expect(started.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    const drills = started.filter(({ status }) => status === 201).map(({ body }) => body.alarmGuid as string);
    expect(new Set(drills).size).toBe(3);
    expect(started.find(({ status }) => status === 409)!.body.className).toBe('LimitReached');
    expect((await shown(scene, 'Vera', drills[0]!)).body).toMatchObject({
      isDrill: true,
      eventId: null,
      number: null,
      state: 'OPEN',
      rules: [],
      steps: [{ to: 'FIRST', people: [{ name: 'Vera Test' }] }],
      allowedCommands: ['acknowledge', 'call-off'],
    });
    expect((await shown(scene, 'Karl', drills[0]!)).status).toBe(404);
    expect((await verb(scene, 'Ada', drills[0]!, 'acknowledge')).status).toBe(200);
  });
});

describe('the bell', () => {
  test('names open alarms of those who may answer them, and no others', async () => {
    const scene = await organization();
    const { eventId, alarmGuid } = await alarmIn(scene, 'OPEN');
    await app.caughtUp(
      scene.org,
      (await app.api.application.store.load(scene.org, { kind: 'alarm', guid: alarmGuid })).events[0]!.position,
    );
    const alarmsOf = async (name: Name) =>
      (
        await app.call('GET', `/dashboard/notifications?organizationGuid=${scene.org}`, {
          token: scene.people[name].token,
        })
      ).body.alarms;
    for (const name of ['Ada', 'Vera', 'Karl'] as const)
      expect(await alarmsOf(name)).toMatchObject([
        {
          alarmGuid,
          eventId,
          isDrill: false,
          number: 1,
          formName: 'Near miss',
          worksiteName: null,
          isUnanswered: false,
        },
      ]);
    for (const name of ['Rita', 'Mia', 'Olaf', 'Bo'] as const) expect(await alarmsOf(name)).toEqual([]);
    const listOf = async (name: Name) =>
      (await app.call('GET', `/orgs/${scene.org}/alarms`, { token: scene.people[name].token })).body.totalCount;
    expect([await listOf('Ada'), await listOf('Vera'), await listOf('Karl'), await listOf('Rita')]).toEqual([
      1, 1, 0, 0,
    ]);
    const answered = await verb(scene, 'Karl', alarmGuid, 'acknowledge');
    await app.caughtUp(scene.org, positionOf(answered.headers.get('Position')!, scene.org)!);
    expect(await alarmsOf('Vera')).toEqual([]);
  });
});
