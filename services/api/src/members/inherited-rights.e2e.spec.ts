import { type CreatedAccessKind } from '@plimsoll/contracts/members/created-access';
import { v7 as uuidv7 } from 'uuid';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { erasePersonAndDrafts } from '../privacy/erase-person.ts';
import { memberStream } from './member.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };

const DAY_MS = 86_400_000;
let app: TestApplication;
let org: string;
let boss: SignedInPerson;
/** An admin who leaves something behind. */
let leaver: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({
    addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 10_000, authMethodsAMinute: 10_000 },
  });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found('Left Works');
  [boss, leaver] = [await app.member(org, 'admin', 'Bo Boss'), await app.member(org, 'admin', 'Lea Leaver')];
});

const as = (by: SignedInPerson, method: string, path: string, body?: unknown): Promise<Answer> =>
  app.call(method, path, { token: by.token, body, headers: { 'idempotency-key': uuidv7() } });
const later = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Something created, and whether it still works: what its use answers. */
interface LeftBehind {
  readonly guid: string | null;
  readonly use: () => Promise<readonly [number, string?]>;
}

const verdict = ({ status, body }: Answer): readonly [number, string?] =>
  status < 400 ? [status] : [status, body.className];

const create: Readonly<Record<CreatedAccessKind, () => Promise<LeftBehind>>> = {
  INVITATION: async () => {
    const second = await app.register('Lea Second');
    const token = await app.signIn(second);
    const sent = await as(leaver, 'PUT', '/org-invitations', {
      organizationGuid: org,
      recipientName: second.name,
      recipientEmailAddress: second.emailAddress,
      isAdmin: true,
    });
    expect(sent.status).toBe(201);
    return {
      guid: null,
      use: async () =>
        verdict(
          await as({ ...second, token }, 'PATCH', `/org-invitations/${org}/${second.emailAddress}`, {
            status: 'ACCEPTED',
          }),
        ),
    };
  },
  API_KEY: async () => {
    const { body } = await as(leaver, 'POST', `/orgs/${org}/api-keys`, {
      name: 'Warehouse',
      scopes: ['FEED'],
      level: 'FACTS',
      includeSensitive: false,
      expiresOn: later(30).slice(0, 10),
    });
    return {
      guid: body.keyGuid,
      use: async () =>
        verdict(await app.call('GET', '/feed?after=0', { headers: { authorization: `Bearer ${body.key}` } })),
    };
  },
  WEBHOOK: async () => {
    const { body } = await as(leaver, 'POST', `/orgs/${org}/webhooks`, {
      name: 'Elsewhere',
      url: 'https://hooks.example.com/plimsoll',
      level: 'FACTS',
      includeSensitive: false,
      isEnabled: true,
    });
    return {
      guid: body.webhookGuid,
      use: async () => verdict(await as(boss, 'GET', `/orgs/${org}/webhooks/${body.webhookGuid}`)),
    };
  },
  AUDITOR_GRANT: async () => {
    const { body } = await as(leaver, 'POST', `/orgs/${org}/auditor-grants`, {
      name: 'Ida Berg',
      emailAddress: 'ida.berg@audit.example',
      purpose: 'Yearly audit',
      from: '2026-01-01',
      to: '2026-12-31',
      includeSensitive: false,
      withNames: false,
      expiresAt: later(30),
    });
    const [, token] = (body.link as string).split('#');
    return {
      guid: body.grantGuid,
      use: async () => verdict(await app.call('POST', '/auth/auditor', { body: { token, passcode: body.passcode } })),
    };
  },
};
const kinds = Object.keys(create) as CreatedAccessKind[];

const works: Readonly<Record<CreatedAccessKind, readonly [number, string?]>> = {
  INVITATION: [200],
  API_KEY: [200],
  WEBHOOK: [200],
  AUDITOR_GRANT: [200],
};
const isOver: typeof works = {
  INVITATION: [404, 'InvitationNotFound'],
  API_KEY: [401, 'InvalidApiKey'],
  WEBHOOK: [404, 'RecordNotFound'],
  AUDITOR_GRANT: [401, 'InvalidAuditorCode'],
};

const membership = () => `/org-memberships/${org}/${leaver.userGuid}`;
const listed = async () =>
  (await as(boss, 'GET', `${membership()}/created-access`)).body.items.map(({ kind }: { kind: string }) => kind);
const ownersOf = async (kind: CreatedAccessKind): Promise<string[]> => {
  const path = { API_KEY: 'api-keys', WEBHOOK: 'webhooks', AUDITOR_GRANT: 'auditor-grants', INVITATION: '' }[kind];
  return (await as(boss, 'GET', `/orgs/${org}/${path}`)).body.items.map(
    ({ owner }: { owner: { userGuid: string } }) => owner.userGuid,
  );
};

/** How someone loses their rights, and what becomes of what they created. */
const losses: readonly {
  readonly name: string;
  readonly lose: () => Promise<unknown>;
  readonly then: typeof works;
}[] = [
  {
    name: 'removed',
    lose: async () => expect((await as(boss, 'DELETE', membership())).status).toBe(204),
    then: isOver,
  },
  {
    name: 'gone by themselves',
    lose: async () => expect((await as(leaver, 'DELETE', membership())).status).toBe(204),
    then: isOver,
  },
  {
    name: 'removed, while the organization keeps what they created',
    lose: async () => expect((await as(boss, 'DELETE', `${membership()}?keep=${kinds.join()}`)).status).toBe(204),
    then: works,
  },
  {
    name: 'demoted',
    lose: async () => expect((await as(boss, 'PATCH', membership(), { isAdmin: false })).status).toBe(200),
    then: { ...works, INVITATION: [409, 'InvitationVoid'] },
  },
  {
    name: 'demoted, with what they created',
    lose: async () =>
      expect((await as(boss, 'PATCH', membership(), { isAdmin: false, revoke: kinds })).status).toBe(200),
    then: isOver,
  },
  {
    name: 'erased, after a removal that revoked nothing',
    lose: async () => {
      const { commandId, fingerprint, metadata } = systemEnvelope({ tenant: org });
      const stream = memberStream(org, leaver.userGuid);
      const { store } = app.api.application;
      const removed = await store.append({
        tenant: org,
        commandId,
        fingerprint,
        metadata,
        records: [{ stream, event: { type: 'MemberRemoved', data: { userGuid: leaver.userGuid } } }],
        checks: [{ stream, expect: (await store.load(org, stream)).revision }],
      });
      expect(removed.status).toBe('written');
      const erasure = systemEnvelope({ tenant: org });
      await erasePersonAndDrafts(app.api.application.erasures.services(), {
        tenant: org,
        subject: { kind: 'MEMBER', guid: leaver.userGuid },
        commandId: erasure.commandId,
        fingerprint: erasure.fingerprint,
        metadata: erasure.metadata,
      });
    },
    then: isOver,
  },
];

describe.each(losses)('of someone who was $name', ({ lose, then }) => {
  test.each(kinds)('%s', async (kind) => {
    const { use } = await create[kind]();
    expect(await listed()).toEqual([kind]);
    await lose();
    await app.api.application.runner!.catchUp();
    expect(await use()).toEqual(then[kind]);
  });
});

test('what an organization keeps belongs to the admin who removed its creator', async () => {
  for (const kind of kinds) await create[kind]();
  expect(await listed()).toEqual(kinds);
  expect((await as(boss, 'DELETE', `${membership()}?keep=API_KEY,WEBHOOK,AUDITOR_GRANT`)).status).toBe(204);
  expect(await listed()).toEqual([]);
  for (const kind of ['API_KEY', 'WEBHOOK', 'AUDITOR_GRANT'] as const)
    expect([kind, await ownersOf(kind)]).toEqual([kind, [boss.userGuid]]);
});

test('a former admin cannot come back by an invitation to their own second address, whichever way its link is opened', async () => {
  const { use } = await create.INVITATION();
  expect((await as(boss, 'PATCH', membership(), { isAdmin: false })).status).toBe(200);
  expect(await use()).toEqual([409, 'InvitationVoid']);
  expect((await as(boss, 'PATCH', membership(), { isAdmin: true })).status).toBe(200);
  expect(await use()).toEqual([200]);
});

test('only those who may end or lower a membership see what someone created, and the person', async () => {
  await create.API_KEY();
  const member = await app.member(org, 'standard', 'Stan Gill');
  expect(verdict(await as(member, 'GET', `${membership()}/created-access`))).toEqual([403, 'Forbidden']);
  expect(verdict(await as(leaver, 'GET', `${membership()}/created-access`))).toEqual([200]);
  const remover = await app.member(org, ['REMOVE_ORGANIZATION_MEMBERS'], 'Rem Over');
  expect(verdict(await as(remover, 'GET', `${membership()}/created-access`))).toEqual([200]);
  const inviter = await app.member(org, ['UPDATE_ORGANIZATION_MEMBER'], 'Una Date');
  expect(verdict(await as(inviter, 'PATCH', membership(), { revoke: ['API_KEY'] }))).toEqual([403, 'Forbidden']);
  expect(verdict(await as(boss, 'PATCH', membership(), { revoke: ['API_KEY'] }))).toEqual([200]);
  expect(await listed()).toEqual([]);
});
