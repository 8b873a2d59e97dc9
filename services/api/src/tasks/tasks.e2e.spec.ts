import { randomUUID } from 'node:crypto';
import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { taskCommands, type TaskCommand } from '@plimsoll/contracts/tasks/vocabulary';
import { followUpsOf } from '../commands/follow-up.ts';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { Executed } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { followUps } from '../commands/follow-ups.ts';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';
import { CompleteTask } from './complete-task.ts';

/** The table of the specification, copied by hand: who may run which command; tS where the state refuses. */
const printed = `
| command | OPEN | OPEN again | COMPLETED | VERIFIED | CANCELLED |
| change | C M X | C M X | tS | tS | tS |
| complete | P C M X | P C M X | tS | tS | tS |
| verify | tS | tS | Z C V A M X | tS | tS |
| reopen | tS | tS | C M X | C M X | C M X |
| cancel | C M X | C M X | tS | tS | tS |
| delete | C X | tS | tS | tS | tS |
`;
const [head, ...rows] = printed
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
const columns = head!.slice(1);
const cells = new Map(
  rows.flatMap(([command, ...row]) =>
    row.map((cell, index) => [`${command}/${columns[index]}`, cell.split(' ')] as const),
  ),
);

const held: Record<string, Permission[]> = {
  C: [],
  P: [],
  Z: [],
  V: ['REVIEW_EVENTS'],
  A: ['APPROVE_EVENTS'],
  M: ['MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'],
  X: ['ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
  onlooker: ['VIEW_OTHER_USERS_EVENTS'],
  blindM: ['MODIFY_EVENTS_ON_OTHERS_BEHALF'],
  stranger: [],
};
const blind = ['blindM', 'stranger'];

let app: TestApplication;
let organizationGuid: string;
let eventId: string;
let quay: string;
let yard: string;
const people = new Map<string, Awaited<ReturnType<TestApplication['member']>>>();
const today = localDateTime(new Date(), 'America/Edmonton').date;
const later = addDays(today, 5);
let walked = 0;

const token = (who: string) => people.get(who)!.token;
const guidOf = (who: string) => people.get(who)!.userGuid;
const ok = ({ status, body, headers }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...body, position: headers.get('Position') };
};
const call = (who: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  app.call(method, path, { token: token(who), headers, ...(body && { body }) });

async function report(form = nearMissForm): Promise<string> {
  return ok(
    await call('C', 'POST', '/reported-events', {
      formGuid: form.formGuid,
      formVersion: form.version,
      occurrenceDate: '2026-03-02',
      regionGuid: albertaGuid,
      location: 'North quay',
      description: 'A sling slipped.',
      components,
    }),
  ).eventId;
}

const create = async (about: object = {}) =>
  ok(
    await call('C', 'POST', '/tasks', {
      eventId,
      description: 'Replace the sling',
      dueDate: later,
      responsibleGuid: guidOf('P'),
      verifierGuid: guidOf('Z'),
      ...about,
    }),
  );
const bodies: Record<TaskCommand, object | undefined> = {
  change: { description: 'Replace all slings' },
  complete: { comment: 'Done' },
  verify: { result: 'EFFECTIVE' },
  reopen: { reason: 'It frays', dueDate: later },
  cancel: { reason: 'No slings any more' },
  delete: undefined,
};
/** Who may change an action's files, by state: those who may change or complete it. Only admins erase. */
const ofFiles: Record<string, readonly string[]> = {
  OPEN: ['P', 'C', 'M', 'X'],
  'OPEN again': ['P', 'C', 'M', 'X'],
  COMPLETED: [],
  VERIFIED: [],
  CANCELLED: [],
};
const attach = async (
  who: string,
  taskGuid: string,
  name: string,
  bytes = 'The bend is guarded',
): Promise<{ guid: string; status: number; body: Answer['body'] }> => {
  const guid = randomUUID();
  const answer = await fetch(`${app.url}/api/tasks/${taskGuid}/attachments/${guid}?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    body: bytes,
    headers: { authorization: `Bearer ${token(who)}`, 'content-type': 'application/octet-stream' },
  });
  return { guid, status: answer.status, body: (await answer.json()) as Answer['body'] };
};
const filesOf = async (who: string, taskGuid: string) => call(who, 'GET', `/tasks/${taskGuid}/attachments`);

const send = (who: string, command: TaskCommand, taskGuid: string) => {
  const path = `/tasks/${taskGuid}`;
  if (command === 'change') return call(who, 'PATCH', path, bodies.change);
  return command === 'delete' ? call(who, 'DELETE', path) : call(who, 'POST', `${path}/${command}`, bodies[command]);
};
const leadingTo: Record<string, readonly [string, TaskCommand][]> = {
  OPEN: [],
  'OPEN again': [
    ['P', 'complete'],
    ['C', 'reopen'],
  ],
  COMPLETED: [['P', 'complete']],
  VERIFIED: [
    ['P', 'complete'],
    ['Z', 'verify'],
  ],
  CANCELLED: [['C', 'cancel']],
};
async function taskIn(column: string): Promise<string> {
  const { taskGuid } = await create();
  for (const [who, command] of leadingTo[column]!) ok(await send(who, command, taskGuid));
  return taskGuid;
}

beforeAll(async () => {
  app = await TestApplication.start();
  organizationGuid = await app.found('Harbour Works');
  [quay, yard] = [
    await app.createWorksite(organizationGuid, 'Quay'),
    await app.createWorksite(organizationGuid, 'Yard'),
  ];
  for (const [name, permissions] of Object.entries(held))
    people.set(name, await app.member(organizationGuid, permissions, name));
  people.set('admin', await app.member(organizationGuid, 'admin', 'admin'));
  eventId = await report();
  ok(await call('C', 'POST', `/reported-events/${eventId}/request-review`, { reviewerGuid: guidOf('V') }));
  ok(await call('V', 'POST', `/reported-events/${eventId}/review`, { severity: 2, likelihood: 2 }));
  ok(await call('V', 'POST', `/reported-events/${eventId}/request-approval`, { approverGuid: guidOf('A') }));
});
afterAll(async () => {
  await app?.stop();
  process.stdout.write(`Walked ${walked} cells of corrective actions over HTTP.\n`);
});

describe.each(columns)('an action that is %s', (column) => {
  test('obeys whom the table names, refuses the others in its words, and says what may be done', async () => {
    const errors: string[] = [];
    const shared = await taskIn(column);
    for (const who of Object.keys(held)) {
      const obeyed = taskCommands.filter((command) => cells.get(`${command}/${column}`)!.includes(who));
      for (const command of taskCommands) {
        const cell = cells.get(`${command}/${column}`)!;
        const expected = obeyed.includes(command)
          ? 200
          : blind.includes(who)
            ? 'Forbidden'
            : cell[0] === 'tS'
              ? 'TaskStateConflict'
              : 'Forbidden';
        const answer = await send(who, command, expected === 200 ? await taskIn(column) : shared);
        walked++;
        const got = answer.status === 200 ? 200 : answer.body.className;
        if (got !== expected)
          errors.push(`${who} ${command}: ${answer.status} ${JSON.stringify(answer.body)} instead of ${expected}`);
        if (
          got === 'TaskStateConflict' &&
          !(answer.body.state === column.split(' ')[0] && Array.isArray(answer.body.allowedCommands))
        )
          errors.push(`${who} ${command} is not told the state`);
      }
      const detail = await call(who, 'GET', `/tasks/${shared}`);
      if (
        blind.includes(who)
          ? detail.body.className !== 'Forbidden'
          : JSON.stringify(detail.body.allowedCommands) !== JSON.stringify(obeyed)
      )
        errors.push(`${who} sees ${JSON.stringify(detail.body)}`);
    }
    expect(errors).toEqual([]);
  }, 120_000);
});

describe.each(columns)('the files of an action that is %s', (column) => {
  test('are added, changed, deleted and restored by people who may change or complete it, and erased by admins alone', async () => {
    const { taskGuid } = await create();
    const [remaining, gone] = [
      await attach('C', taskGuid, 'kept.txt'),
      await attach('C', taskGuid, 'gone.txt', 'Gone'),
    ];
    ok(await call('C', 'DELETE', `/tasks/${taskGuid}/attachments/${gone.guid}`));
    for (const [who, command] of leadingTo[column]!) ok(await send(who, command, taskGuid));
    const errors: string[] = [];
    const check = (
      what: string,
      who: string,
      expected: number | string,
      { status, body }: { status: number; body: Answer['body'] },
    ) => {
      walked++;
      if ((status === 200 ? 200 : body.className) !== expected)
        errors.push(`${who} ${what}: ${status} ${JSON.stringify(body)} instead of ${expected}`);
    };
    for (const who of Object.keys(held)) {
      const may = ofFiles[column]!.includes(who);
      const expected = blind.includes(who)
        ? 'Forbidden'
        : may
          ? 200
          : ofFiles[column]!.length === 0
            ? 'TaskStateConflict'
            : 'Forbidden';
      const path = (guid: string) => `/tasks/${taskGuid}/attachments/${guid}`;
      const list = await filesOf(who, taskGuid);
      const shown = list.body.items?.find(
        ({ attachmentGuid }: { attachmentGuid: string }) => attachmentGuid === remaining.guid,
      );
      if (
        blind.includes(who)
          ? list.body.className !== 'Forbidden'
          : list.body.mayAdd !== may ||
            JSON.stringify(shown.allowedCommands) !== JSON.stringify(may ? ['change', 'delete'] : [])
      )
        errors.push(`${who} sees ${JSON.stringify(list.body)}`);
      check('adds', who, expected, await attach(who, taskGuid, `by ${who}.txt`, who));
      check('renames', who, expected, await call(who, 'PATCH', path(remaining.guid), { name: `as ${who} says.txt` }));
      check('restores', who, expected, await call(who, 'POST', `${path(gone.guid)}/restore`));
      check('deletes', who, expected, await call(who, 'DELETE', path(gone.guid)));
      check(
        'erases',
        who,
        'Forbidden',
        await call(who, 'POST', `${path(remaining.guid)}/erase`, { reason: 'A stranger' }),
      );
    }
    check(
      'erases',
      'admin',
      200,
      await call('admin', 'POST', `/tasks/${taskGuid}/attachments/${remaining.guid}/erase`, { reason: 'A stranger' }),
    );
    check(
      'opens what was erased',
      'C',
      'AttachmentNotFound',
      await call('C', 'GET', `/tasks/${taskGuid}/attachments/${remaining.guid}/content`),
    );
    expect(errors).toEqual([]);
  }, 60_000);
});

test('a file of an action is in its history, counts in its revision, and is shown only to people who see the action', async () => {
  const { taskGuid } = await create();
  const sent = await attach('P', taskGuid, 'After.txt');
  expect(sent).toMatchObject({ status: 200, body: { name: 'After.txt', size: 19, revision: 2 } });
  const content = await fetch(`${app.url}/api/tasks/${taskGuid}/attachments/${sent.guid}/content`, {
    headers: { authorization: `Bearer ${token('P')}`, range: 'bytes=4-7' },
  });
  expect([content.status, await content.text()]).toEqual([206, 'bend']);
  expect((await filesOf('stranger', taskGuid)).body.className).toBe('Forbidden');
  expect((await filesOf('P', randomUUID())).body.className).toBe('TaskNotFound');
  const detail = ok(await call('P', 'GET', `/tasks/${taskGuid}`));
  expect(detail).toMatchObject({
    revision: 2,
    history: [{ type: 'TaskCreated' }, { type: 'AttachmentAdded', comment: null }],
  });
  expect(
    ok(
      await call('P', 'POST', `/tasks/${taskGuid}/complete`, { comment: null }, { 'If-Match': `"${detail.revision}"` }),
    ),
  ).toMatchObject({ revision: 3, status: 'COMPLETED' });
  // The incident's history and list of files do not include it.
  expect((await call('C', 'GET', `/reported-events/${eventId}/attachments/${sent.guid}/content`)).body.className).toBe(
    'AttachmentNotFound',
  );
});

test('the same harm at the same worksite opens a completed action again, once for each incident; another harm, another place and too late do not', async () => {
  const fell = { event: '42', source: '71' };
  const hurt = async (worksiteGuid: string, occurrenceDate: string, codes: object = fell) =>
    ok(
      await call('C', 'POST', '/reported-events', {
        formGuid: nearMissForm.formGuid,
        formVersion: nearMissForm.version,
        occurrenceDate,
        worksiteGuid,
        description: 'Ines Holt fell.',
        components,
        injuredPersons: [{ name: 'Ines Holt', personType: 'EMPLOYEE', ...codes }],
      }),
    ).eventId as string;
  const first = await hurt(quay, '2026-03-01');
  const { taskGuid } = await create({ eventId: first });
  const completed = await app.api.application.commands.execute(
    new CompleteTask(systemEnvelope({ tenant: organizationGuid, at: new Date('2026-03-02T18:00:00Z') }), taskGuid, {
      comment: null,
    }),
  );
  await app.caughtUp(organizationGuid, (completed as Executed).position!);
  const carryOut = followUpsOf(app.api.application, followUps);
  const look = async (incident: string) => {
    expect(
      await carryOut({
        id: randomUUID(),
        kind: 'REOPEN_RECURRING_TASKS',
        ids: { organization: organizationGuid, incident },
      }),
    ).toEqual({ done: 'Carried out' });
    return ok(await call('C', 'GET', `/tasks/${taskGuid}`));
  };
  for (const other of [
    first,
    await hurt(yard, '2026-03-05'),
    await hurt(quay, '2026-03-05', { event: '31', source: '71' }),
    await hurt(quay, '2026-03-02'),
  ])
    expect(await look(other)).toMatchObject({ status: 'CHECK_OVERDUE', revision: 2 });
  const again = await hurt(quay, '2026-03-05', { event: '42', source: '7111' });
  const { head } = await app.api.application.store.read(organizationGuid, 0, 1);
  await app.caughtUp(organizationGuid, head);
  const number = ok(await call('C', 'GET', `/reported-events/${again}`)).number as number;
  const reopened = await look(again);
  expect(reopened).toMatchObject({ status: 'OPEN', dueDate: addDays(today, 14), revision: 3 });
  expect(reopened.history.at(-1)).toMatchObject({
    type: 'TaskReopened',
    actor: { kind: 'SYSTEM', name: 'Plimsoll' },
    comment: `It happened again at the same worksite: event ${number}.`,
  });
  ok(await send('P', 'complete', taskGuid));
  expect(await look(again)).toMatchObject({ status: 'COMPLETED', revision: 4 });
});

test('nobody checks what they completed; what did not work is open again, with why and by when', async () => {
  const { taskGuid } = await create({ verifierGuid: undefined });
  ok(await send('C', 'complete', taskGuid));
  expect((await send('C', 'verify', taskGuid)).body.className).toBe('Forbidden');
  expect(
    (await call('V', 'POST', `/tasks/${taskGuid}/verify`, { result: 'NOT_EFFECTIVE' })).body.fieldErrors.map(
      ({ field }: { field: string }) => field,
    ),
  ).toEqual(['comment', 'dueDate']);
  expect(
    ok(
      await call('V', 'POST', `/tasks/${taskGuid}/verify`, {
        result: 'NOT_EFFECTIVE',
        comment: 'It frays',
        dueDate: later,
      }),
    ),
  ).toMatchObject({ status: 'OPEN', revision: 3 });
  const detail = ok(await call('P', 'GET', `/tasks/${taskGuid}`));
  expect(detail).toMatchObject({
    status: 'OPEN',
    eventHeading: 'A sling slipped',
    eventNumber: null,
    history: [
      { type: 'TaskCreated' },
      { type: 'TaskCompleted', comment: 'Done' },
      { type: 'TaskFoundNotEffective', comment: 'It frays' },
    ],
  });
});

test('the responsible person reads title and worksite of an event that they do not see; nothing sensitive, and no names', async () => {
  const at = (description: string, change: object = {}) =>
    call('C', 'POST', '/reported-events', {
      formGuid: nearMissForm.formGuid,
      formVersion: nearMissForm.version,
      occurrenceDate: '2026-03-02',
      worksiteGuid: quay,
      description,
      components,
      ...change,
    }).then((answer) => ok(answer).eventId as string);
  const seen = async (who: string, taskGuid: string) => {
    const { eventNumber, eventHeading, worksiteName } = ok(await call(who, 'GET', `/tasks/${taskGuid}`));
    return [eventNumber, eventHeading, worksiteName];
  };
  const readOf = async (description: string, change: object = {}) => {
    const about = await at(description, change);
    const created = await create({ eventId: about });
    const [{ items }, notifications] = await Promise.all(
      [`/tasks?eventId=${about}`, '/dashboard/notifications'].map(async (path) =>
        ok(await call('P', 'GET', path, undefined, { 'At-Least': created.position })),
      ),
    );
    const { eventNumber, eventHeading, worksiteName } = items[0];
    const [number, heading, worksite] = await seen('P', created.taskGuid);
    expect([eventNumber, eventHeading, worksiteName]).toEqual([number, heading, worksite]);
    expect(notifications.items.find(({ taskId }: { taskId?: string }) => taskId === created.taskGuid)).toMatchObject({
      number,
      heading,
    });
    expect(number).toBeNull();
    expect((await seen('Z', created.taskGuid)).slice(0, 2)).toEqual([null, null]);
    expect(await seen('C', created.taskGuid)).toEqual([expect.any(Number), description.replace(/\.$/, ''), 'Quay']);
    return [heading, worksite];
  };
  expect(await readOf('A sling slipped.')).toEqual(['A sling slipped', 'Quay']);
  expect(await readOf('Renske was missed by a crate.', { relatedPersons: [{ name: 'Renske de Vries' }] })).toEqual([
    'Near miss',
    'Quay',
  ]);
  const injury = {
    formGuid: injuryForm.formGuid,
    formVersion: injuryForm.version,
    injuredPersons: [{ name: 'Olga Fern', personType: 'EMPLOYEE', classification: 'MEDICAL_AID' }],
    components: [
      {
        groupGuid: injuryForm.groups[0]!.groupGuid,
        answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
      },
    ],
  };
  expect(await readOf('A hand was caught.', injury)).toEqual([null, 'Quay']);
});

test('a check past its date is overdue and found by that status; what is to be done contains nothing finished', async () => {
  const about = { eventId: await report() };
  const finish = async (daysAgo: number) => {
    const { taskGuid } = await create(about);
    const at = new Date(Date.now() - daysAgo * 86_400_000);
    const actor: Viewer = {
      userGuid: guidOf('P'),
      isAdmin: false,
      permissions: new Set(),
      userGroupNames: [],
      reportingGroupGuid: null,
    };
    const done = (await app.api.application.commands.execute(
      new CompleteTask(systemEnvelope({ tenant: organizationGuid, actor, kind: 'USER', at }), taskGuid, {}),
    )) as Executed;
    await app.caughtUp(organizationGuid, done.position!);
    return taskGuid;
  };
  const open = (await create(about)).taskGuid;
  const [late, due, early] = [await finish(31), await finish(30), await finish(1)];
  const verified = await finish(2);
  const { position } = ok(await send('Z', 'verify', verified));
  const list = async (status: string) =>
    ok(
      await call('C', 'GET', `/tasks?eventId=${about.eventId}&status=${status}`, undefined, { 'At-Least': position! }),
    ).items.map((item: { taskGuid: string; status: string }) => [item.taskGuid, item.status]);
  expect(await list('CHECK_OVERDUE')).toEqual([[late, 'CHECK_OVERDUE']]);
  expect((await list('COMPLETED')).sort()).toEqual(
    [
      [due, 'COMPLETED'],
      [early, 'COMPLETED'],
    ].sort(),
  );
  expect((await list('TO_DO')).sort()).toEqual(
    [
      [open, 'OPEN'],
      [late, 'CHECK_OVERDUE'],
      [due, 'COMPLETED'],
    ].sort(),
  );
  expect(ok(await call('Z', 'GET', `/tasks/${late}`))).toMatchObject({
    status: 'CHECK_OVERDUE',
    allowedCommands: ['verify'],
  });
});

test('what is wrong with an action is named', async () => {
  const wrong = async (about: object) =>
    (
      await call('C', 'POST', '/tasks', {
        eventId,
        description: 'x',
        dueDate: later,
        responsibleGuid: guidOf('P'),
        ...about,
      })
    ).body;
  expect(await wrong({ eventId: null })).toMatchObject({
    status: 400,
    className: 'MissingRelatedEntity',
    fieldErrors: [{ field: 'eventId' }],
  });
  expect(await wrong({ dueDate: addDays(today, -1) })).toMatchObject({
    status: 400,
    className: 'MalformedDate',
    fieldErrors: [{ field: 'dueDate' }],
  });
  expect(await wrong({ responsibleGuid: organizationGuid })).toMatchObject({
    status: 400,
    className: 'MissingMember',
    fieldErrors: [{ field: 'responsibleGuid' }],
  });
  expect(await wrong({ eventId: organizationGuid })).toMatchObject({ status: 404, className: 'EventNotFound' });
  expect(
    (
      await call('onlooker', 'POST', '/tasks', {
        eventId,
        description: 'x',
        dueDate: later,
        responsibleGuid: guidOf('P'),
      })
    ).body.className,
  ).toBe('Forbidden');
  for (const [who, may] of Object.entries({ C: true, V: true, A: true, M: true, X: true, onlooker: false }))
    expect((await call(who, 'GET', `/reported-events/${eventId}`)).body).toMatchObject({ mayAddTask: may });
});

test('those of whom an action is see it in their list and in what they have to do, also a former one; its deleted event hides it', async () => {
  eventId = await report();
  const { taskGuid } = await create({ dueDate: today });
  const sooner = await create({ dueDate: later });
  const { position } = ok(await call('C', 'PATCH', `/tasks/${taskGuid}`, { responsibleGuid: guidOf('stranger') }));
  const list = async (who: string, query: string, at = position!) =>
    ok(await call(who, 'GET', `/tasks?eventId=${eventId}${query}`, undefined, { 'At-Least': at })).items.map(
      (item: { taskGuid: string }) => item.taskGuid,
    );
  for (const who of ['C', 'P', 'Z', 'onlooker']) expect(await list(who, '')).toEqual([taskGuid, sooner.taskGuid]);
  expect(await list('stranger', '')).toEqual([taskGuid]);
  expect(await list('A', '')).toEqual([]);
  expect(await list('C', `&assignee=${guidOf('stranger')}`)).toEqual([taskGuid]);
  expect(await list('C', '&status=OVERDUE')).toEqual([]);
  const done = ok(await send('C', 'cancel', sooner.taskGuid)).position!;
  expect(await list('C', '&status=TO_DO', done)).toEqual([taskGuid]);
  const notifications = ok(
    await call('stranger', 'GET', '/dashboard/notifications', undefined, { 'At-Least': position! }),
  );
  expect(notifications.items.filter((item: { taskId?: string }) => item.taskId === taskGuid)).toEqual([
    {
      type: 'CORRECTIVE_ACTION',
      eventId,
      number: null,
      heading: 'A sling slipped',
      taskId: taskGuid,
      taskDescription: 'Replace the sling',
      dueDate: today,
      isOverdue: false,
    },
  ]);
  const gone = ok(await call('C', 'DELETE', `/reported-events/${eventId}`));
  for (const who of ['C', 'P', 'admin']) {
    expect(await list(who, '', gone.position)).toEqual([]);
    expect((await call(who, 'GET', `/tasks/${taskGuid}`)).body.className).toBe('TaskNotFound');
  }
});
