import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { albertaGuid } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';

type Person = Awaited<ReturnType<TestApplication['member']>>;

let app: TestApplication;
let org: string;
let admin: Person;
let reporter: Person;
let stranger: Person;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found('Harbour Works');
  [admin, reporter, stranger] = await Promise.all([
    app.member(org, 'admin', 'Anna Lund'),
    app.member(org, [], 'Ron Pike'),
    app.member(org, ['VIEW_OTHER_USERS_EVENTS'], 'Una Gray'),
  ]);
});
afterAll(() => app?.stop());

const call = (who: Person, method: string, path: string, body?: unknown): Promise<Answer> =>
  app.call(method, `${path}${path.includes('?') ? '&' : '?'}organizationGuid=${org}`, { token: who.token, body });
const [group] = injuryForm.groups;
const injury = {
  formGuid: injuryForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: albertaGuid,
  location: 'North quay',
  description: 'A hand was caught in the winch. Ø 30 mm.',
  immediateActions: 'The winch was stopped.',
  injuredPersons: [
    { name: 'Olga Fern', personType: 'CONTRACTOR', classification: 'MEDICAL_AID', treatment: 'Two stitches' },
  ],
  relatedPersons: [{ name: 'Pia Voss', role: 'Witness' }],
  components: [
    { groupGuid: group!.groupGuid, answers: [{ questionGuid: group!.questions[0]!.questionGuid, value: false }] },
  ],
};

async function pdf(who: Person, eventId: string, query = '') {
  const answer = await fetch(`${app.url}/api/reported-events/${eventId}/export?organizationGuid=${org}${query}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const { text: pages } = await extractText(document, { mergePages: false });
  const images = await Promise.all(pages.map((_, page) => extractImages(document, page + 1)));
  return {
    pages,
    text: pages.join('\n').replaceAll(/\s+/g, ' '),
    images: images.flat(),
    name: answer.headers.get('content-disposition'),
  };
}

test('page 1 says how an event was rated, what was decided, who signed it and when', async () => {
  const { eventId } = (await call(reporter, 'POST', '/reported-events', injury)).body;
  const steps: [string, object][] = [
    ['request-review', { reviewerGuid: admin.userGuid }],
    ['review', { severity: 4, likelihood: 3, comment: 'The guard was off' }],
    ['request-approval', { approverGuid: admin.userGuid }],
  ];
  for (const [verb, body] of steps)
    expect(await call(admin, 'POST', `/reported-events/${eventId}/${verb}`, body)).toMatchObject({ status: 200 });
  expect((await pdf(admin, eventId)).pages[0]!.replaceAll(/\s+/g, ' ')).toContain('Decision Not decided yet');
  expect(
    await call(admin, 'POST', `/reported-events/${eventId}/approve`, {
      signature: 'anna lund',
      signatureDrawing: 'M1 1L90 20',
      approvalComment: 'Guard back on',
    }),
  ).toMatchObject({ status: 200 });
  const first = (await pdf(admin, eventId)).pages[0]!.replaceAll(/\s+/g, ' ');
  for (const words of [
    'Review and approval Rating High, 12 Severity Major Likelihood Possible Reviewed by Anna Lund',
    'Decision Approved Decided by Anna Lund',
    'Signature anna lund',
    'The guard was off',
    'Guard back on',
  ])
    expect(first).toContain(words);
  expect(first).toMatch(/Date of the decision \d+ \w+ \d{4}, \d\d:\d\d/);
});

test('a document shows the last sentence to the reporter, who wrote it and when, and none where nobody wrote one', async () => {
  const { eventId } = (await call(reporter, 'POST', '/reported-events', injury)).body;
  const step = async (verb: string, body: object) =>
    expect(await call(admin, 'POST', `/reported-events/${eventId}/${verb}`, body)).toMatchObject({ status: 200 });
  await step('request-review', { reviewerGuid: admin.userGuid });
  await step('review', { severity: 4, likelihood: 3, answer: 'The winch has a guard now.' });
  expect((await pdf(admin, eventId)).text).toMatch(
    /Answer to the reporter The winch has a guard now\. Answered by Anna Lund Date of the answer \d+ \w+ \d{4}, \d\d:\d\d/,
  );
  await step('request-approval', { approverGuid: admin.userGuid });
  await step('approve', { answer: 'Every winch has a guard now.' });
  const approved = (await pdf(reporter, eventId)).text;
  expect(approved).toContain('Answer to the reporter Every winch has a guard now.');
  expect(approved).not.toContain('The winch has a guard now.');
  const unanswered = await pdf(admin, eventId, '&revision=1');
  expect(unanswered.text).not.toContain('Answer to the reporter');
});

test('an event is a document with all that its report says, its photos, and number, revision and seal on each page', async () => {
  const { eventId, number } = (await call(reporter, 'POST', '/reported-events', injury)).body;
  for (const [name, background] of [
    ['winch.jpg', '#aa0000'],
    ['quay.png', '#0000aa'],
  ] as const) {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .toFormat(name.endsWith('png') ? 'png' : 'jpeg')
      .toBuffer();
    expect(
      await app.call(
        'PUT',
        `/reported-events/${eventId}/attachments/${randomUUID()}?name=${name}&organizationGuid=${org}`,
        { token: reporter.token, body: picture },
      ),
    ).toMatchObject({ status: 200 });
  }
  expect((await call(admin, 'PATCH', `/reported-events/${eventId}`, { location: 'South quay' })).status).toBe(200);
  const loaded = await app.api.application.store.load(org, { kind: 'incident', guid: eventId });
  const events = loaded.events;
  const whole = await pdf(admin, eventId, '&photos&tasks&history');
  expect(whole.name).toBe(`attachment; filename="event-${number}.pdf"`);
  for (const words of [
    'Harbour Works',
    injury.description,
    injury.immediateActions,
    'South quay',
    'Alberta',
    '2 March 2026',
    '14:30',
    'Ron Pike',
    'Olga Fern',
    'Contractor, Medical aid',
    'Two stitches',
    'Pia Voss, Witness',
    group!.title,
    group!.questions[0]!.text,
    'No',
    'winch.jpg',
    'quay.png',
    'Anna Lund changed the event',
    'from North quay to South quay',
  ])
    expect(whole.text).toContain(words);
  expect(whole.images).toHaveLength(2);
  for (const page of whole.pages)
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `Event ${number}, revision ${events.length}, seal ${events.at(-1)!.hash.slice(0, 8)}`,
    );

  const withoutPictures = await pdf(admin, eventId);
  expect(withoutPictures.images).toHaveLength(0);
  expect(withoutPictures.text).toContain('winch.jpg');
  expect(withoutPictures.text).not.toContain('from North quay');

  const first = await pdf(reporter, eventId, '&revision=1&history');
  expect(first.text).toContain('North quay');
  expect(first.text).toContain(`revision 1, seal ${events[0]!.hash.slice(0, 8)}`);
  for (const later of ['South quay', 'winch.jpg', 'Anna Lund']) expect(first.text).not.toContain(later);

  expect(await call(stranger, 'GET', `/reported-events/${eventId}/export`)).toMatchObject({
    status: 404,
    body: { className: 'EventNotFound' },
  });
  expect(await call(admin, 'GET', `/reported-events/${eventId}/export?revision=99`)).toMatchObject({
    status: 404,
    body: { className: 'EventNotFound' },
  });
  expect(await call(admin, 'GET', `/reported-events/${randomUUID()}/export`)).toMatchObject({
    status: 404,
    body: { className: 'EventNotFound' },
  });
  expect(await call(admin, 'GET', `/reported-events/${eventId}/export?photos=perhaps`)).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ field: 'photos' }] },
  });
});

test('a document has the questions of the version that its event was reported with', async () => {
  const reported = async (formVersion: number, ...more: object[]) => {
    const [component] = injury.components;
    const components = [{ ...component, answers: [...component!.answers, ...more] }];
    const { body } = await call(reporter, 'POST', '/reported-events', { ...injury, formVersion, components });
    return (await pdf(admin, body.eventId)).text;
  };
  const added = group!.questions.at(-1)!;
  const [first, second] = [await reported(1), await reported(2, { questionGuid: added.questionGuid, value: true })];
  expect(first).toContain(group!.questions[0]!.text);
  expect(first).not.toContain(added.text);
  expect(second).toContain(`${added.text} Yes`);
});

test('a document shows what was written in other scripts, and says how many characters it cannot show', async () => {
  const written = ['工人从梯子上摔下来', 'はしご', '사다리', 'סולם', 'ᐃᖅᑲᓇᐃᔭᖅᑎ', '→ 3 m'];
  const { eventId } = (
    await call(reporter, 'POST', '/reported-events', {
      ...injury,
      description: `${written.join(' ')} سقط عامل มีด मजदूर ਮਜ਼ਦੂਰ 😀`,
      location: 'رصيف 7',
    })
  ).body;
  const { text } = await pdf(admin, eventId);
  // A reader may put spaces between the parts of a word that are in different fonts.
  const withoutSpaces = (words: string) => words.replaceAll(' ', '');
  for (const words of written) expect(withoutSpaces(text)).toContain(withoutSpaces(words));
  expect(text).not.toContain('\uFFFD');
  expect(text).not.toContain('cannot be shown');
  // The description is in the heading too.
  await call(admin, 'PATCH', `/reported-events/${eventId}`, { description: 'A sign: \u{13000}\u{13001}' });
  expect((await pdf(admin, eventId)).text).toContain('4 characters of this document cannot be shown here.');
});
