import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { systemEnvelope } from './own-envelope.ts';

/** Concurrent requests for one more record each. */
const REQUESTS = 50;

type SignedInPerson = TestPerson & { readonly token: string };

let app: TestApplication;
let org: string;
let admin: SignedInPerson;
let manager: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', webhookNetworks: ['10.1.0.0/16'] });
  org = await app.found('Full Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  manager = await app.member(org, 'admin', 'Mia Reef');
});
afterAll(() => app?.stop());

const call = (method: string, path: string, body?: unknown, by = admin): Promise<Answer> =>
  app.call(method, path, { token: by.token, body });
const totalOf = async (path: string, by = admin): Promise<number> =>
  (await call('GET', path, undefined, by)).body.totalCount;

interface Limited {
  /** Maximum number of records. */
  readonly most: number;
  /** How many exist before the concurrent requests, and makes them. */
  readonly fill: () => Promise<number>;
  /** Prepares the requests, which are then sent at the same time. */
  readonly requests: () => Promise<readonly (() => Promise<Answer>)[]>;
  readonly count: () => Promise<number>;
}

const many = <T>(make: (index: number) => T, count = REQUESTS): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Makes records one after the other. */
async function made(count: number, make: (index: number) => Promise<Answer>): Promise<number> {
  for (let index = 0; index < count; index++) expect((await make(index)).status).toBeLessThan(300);
  return count;
}

const newKey = (index: number) =>
  call('POST', `/orgs/${org}/api-keys`, {
    name: `Key ${index}`,
    scopes: ['FEED'],
    level: 'FACTS',
    includeSensitive: false,
    expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  });
const newDrill = () => call('POST', `/orgs/${org}/alarm-drills`, {});
const newWebhook = (index: number) =>
  call('POST', `/orgs/${org}/webhooks`, {
    name: `Hook ${index}`,
    url: `https://10.1.0.1/${index}`,
    level: 'FACTS',
    includeSensitive: false,
    isEnabled: false,
  });
const viewCalled = (name: string, scope: 'PERSONAL' | 'ORGANIZATION') => ({
  name,
  scope,
  filter: {},
  sortBy: 'NUMBER',
  sortDirection: 'ASCENDING',
});
const newView = (index: number, scope: 'PERSONAL' | 'ORGANIZATION', by = admin) =>
  call('POST', `/orgs/${org}/saved-views`, viewCalled(`View ${index}`, scope), by);
const newDomain = (index: number) => call('POST', `/orgs/${org}/sso/domains`, { domain: `d${index}.example.com` });
const newForm = (index: number) => call('POST', '/forms', { organizationGuid: org, name: `Form ${index}` });

/** An event with this many small files. */
async function eventWithFiles(count: number): Promise<string> {
  const { body } = await call('POST', '/reported-events', {
    organizationGuid: org,
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    regionGuid: albertaGuid,
    location: 'North quay',
    description: 'A sling slipped.',
    components,
  });
  await made(count, (index) => putFile(`/reported-events/${body.eventId}`, `${index}.txt`));
  return body.eventId;
}
const putFile = (of: string, name: string, by = admin) =>
  call('PUT', `${of}/attachments/${uuidv7()}?name=${name}`, Buffer.from(name), by);
const filesOf = async (of: string): Promise<{ attachmentGuid: string; state: string }[]> =>
  (await call('GET', `${of}/attachments`)).body.items;
const attachedTo = async (of: string) => (await filesOf(of)).filter(({ state }) => state === 'ATTACHED').length;
/** Adding files to an owner: two people send, since each may have so many uploads open. */
const ofFiles = (ownerOf: () => Promise<string>): Limited => {
  let owner = '';
  return {
    most: 100,
    fill: async () => {
      owner = await ownerOf();
      return 90;
    },
    requests: async () => many((index) => () => putFile(owner, `late-${index}.txt`, index % 2 === 0 ? admin : manager)),
    count: () => attachedTo(owner),
  };
};
/** Restoring deleted files of an owner. */
const ofRestoring = (ownerOf: () => Promise<string>): Limited => {
  let owner = '';
  let deleted: readonly string[] = [];
  return {
    most: 100,
    fill: async () => {
      owner = await ownerOf();
      deleted = (await filesOf(owner)).slice(0, 10).map(({ attachmentGuid }) => attachmentGuid);
      for (const guid of deleted) expect((await call('DELETE', `${owner}/attachments/${guid}`)).status).toBe(200);
      await made(15, (index) => putFile(owner, `more-${index}.txt`));
      return 95;
    },
    requests: async () => many((index) => () => call('POST', `${owner}/attachments/${deleted[index % 10]}/restore`)),
    count: () => attachedTo(owner),
  };
};
async function taskWithFiles(count: number): Promise<string> {
  const eventId = await eventWithFiles(0);
  const { body } = await call('POST', '/tasks', {
    eventId,
    description: 'Replace the sling',
    dueDate: '2099-01-01',
    responsibleGuid: admin.userGuid,
  });
  const task = `/tasks/${body.taskGuid}`;
  await made(count, (index) => putFile(task, `${index}.txt`));
  return task;
}

/** Sharing personal views with the organization: another one, whose lists are empty. */
function ofSharing(): Limited {
  let views = '';
  let sharer = manager;
  const make = (index: number, scope: 'PERSONAL' | 'ORGANIZATION') =>
    call('POST', views, viewCalled(`View ${index}`, scope), sharer);
  const listed = async () =>
    (await call('GET', views, undefined, sharer)).body.items as { viewGuid: string; scope: string }[];
  return {
    most: 100,
    fill: async () => {
      const other = await app.found('Sharing Works');
      sharer = await app.member(other, 'admin', 'Sara Holt');
      views = `/orgs/${other}/saved-views`;
      await made(REQUESTS, (index) => make(index, 'PERSONAL'));
      return made(90, (index) => make(index, 'ORGANIZATION'));
    },
    requests: async () =>
      (await listed())
        .filter(({ scope }) => scope === 'PERSONAL')
        .map(
          ({ viewGuid }) =>
            () =>
              call('PATCH', `${views}/${viewGuid}`, { scope: 'ORGANIZATION' }, sharer),
        ),
    count: async () => (await listed()).filter(({ scope }) => scope === 'ORGANIZATION').length,
  };
}

const limits: Readonly<Record<string, Limited>> = {
  createApiKey: {
    most: 20,
    fill: () => made(15, newKey),
    requests: async () => many((index) => () => newKey(100 + index)),
    count: () => totalOf(`/orgs/${org}/api-keys`),
  },
  createWebhook: {
    most: 20,
    fill: () => made(15, newWebhook),
    requests: async () => many((index) => () => newWebhook(100 + index)),
    count: () => totalOf(`/orgs/${org}/webhooks`),
  },
  startAlarmDrill: {
    most: 3,
    fill: () => made(1, newDrill),
    requests: async () => many(() => () => newDrill()),
    count: () => totalOf(`/orgs/${org}/alarms`),
  },
  saveView: {
    most: 100,
    fill: () => made(90, (index) => newView(index, 'ORGANIZATION')),
    requests: async () => many((index) => () => newView(100 + index, 'ORGANIZATION')),
    count: () => totalOf(`/orgs/${org}/saved-views`),
  },
  changeSavedView: ofSharing(),
  addDomain: {
    most: 50,
    fill: () => made(45, newDomain),
    requests: async () => many((index) => () => newDomain(100 + index)),
    count: () => totalOf(`/orgs/${org}/sso/domains`),
  },
  createForm: {
    most: 500,
    fill: async () => {
      const { commandId, fingerprint, metadata } = systemEnvelope({ tenant: org });
      const { store } = app.api.application;
      const guids = many(() => uuidv7(), 490);
      const written = await store.append({
        tenant: org,
        commandId,
        fingerprint,
        metadata,
        records: guids.map((formGuid, index) => ({
          stream: { kind: 'form', guid: formGuid },
          event: {
            type: 'FormCreated',
            data: { formGuid, copyOf: null, content: { ...emptyForm, name: `F ${index}` } },
          },
        })),
        checks: guids.map((guid) => ({ stream: { kind: 'form', guid }, expect: 0 })),
      });
      expect(written.status).toBe('written');
      return 490;
    },
    requests: async () => many((index) => () => newForm(1_000 + index)),
    count: async () =>
      (await call('GET', `/event-form-builder/forms?organizationGuid=${org}`)).body.items.filter(
        ({ isBuiltIn }: { isBuiltIn: boolean }) => !isBuiltIn,
      ).length,
  },
  putAttachment: ofFiles(async () => `/reported-events/${await eventWithFiles(90)}`),
  putTaskAttachment: ofFiles(() => taskWithFiles(90)),
  restoreAttachment: ofRestoring(async () => `/reported-events/${await eventWithFiles(90)}`),
  restoreTaskAttachment: ofRestoring(() => taskWithFiles(90)),
  addEmailAddress: {
    most: 10,
    fill: async () => 1,
    requests: async () =>
      many(
        (index) => () =>
          call(
            'POST',
            `/users/${manager.userGuid}/email-addresses`,
            { emailAddress: `m${index}@example.test` },
            manager,
          ),
      ),
    count: () => totalOf(`/users/${manager.userGuid}/email-addresses`, manager),
  },
};
const emptyForm = {
  description: '',
  isLeading: false,
  isSensitive: false,
  trifContributor: false,
  ltifContributor: false,
  mvifContributor: false,
  requiresInjuredPersons: false,
  asksPeopleHurt: false,
  asksOtherPeople: false,
  asksRating: false,
  eventWorkflow: 'REVIEW_AND_APPROVAL',
  groups: [],
};

/**
 * Routes without a number to pass: a file that is too long for a sheet, the step before a passkey, and the passkey
 * itself, of which one at a time can be added.
 */
const COUNTS_NOTHING = ['exportIncidents', 'beginPasskey', 'addPasskey'];

test('the test knows every route that can refuse because there are too many', () => {
  const limited = (routes as readonly Route[]).filter(({ refusals }) => refusals.includes('LimitReached'));
  expect(Object.keys(limits).sort()).toEqual(
    limited
      .map(({ operationId }) => operationId)
      .filter((operationId) => !COUNTS_NOTHING.includes(operationId))
      .sort(),
  );
});

test.each(Object.entries(limits))(
  `${REQUESTS} concurrent requests of %s reach the limit and do not pass it`,
  async (_, { most, fill, requests, count }) => {
    const before = await fill();
    const outcomes = await Promise.all((await requests()).map((send) => send()));
    const refused = outcomes.filter(({ status }) => status >= 400);
    expect(new Set(refused.map(({ body }) => body.className))).toEqual(new Set(['LimitReached']));
    expect(await count()).toBe(most);
    expect(before).toBeLessThan(most);
  },
);
