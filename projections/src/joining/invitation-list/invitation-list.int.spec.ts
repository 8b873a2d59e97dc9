import { randomUUID } from 'node:crypto';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import {
  FindInvitation,
  FindInvitationByLink,
  FindInvitationByLinkHandler,
  FindInvitationHandler,
  ListInvitations,
  ListInvitationsHandler,
  ListInvitationsOf,
  ListInvitationsOfHandler,
  ListInvitationsTo,
  ListInvitationsToHandler,
} from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const sent = (recipientEmailAddress: string, more: object = {}) => ({
  type: 'InvitationSent',
  data: {
    linkGuid: randomUUID(),
    recipientName: 'Bo Reef',
    recipientEmailAddress,
    isAdmin: false,
    userGroups: ['Standard'],
    reportingGroupGuid: null,
    ...more,
  },
});
const listed = async (tenant: string) =>
  (await new ListInvitationsHandler(log.reader).execute(new ListInvitations(tenant))).map(
    ({ recipient_name, state }) => `${recipient_name} ${state}`,
  );
const byLink = (guid: string) => new FindInvitationByLinkHandler(log.reader).execute(new FindInvitationByLink(guid));

test('of several invitations to an address the last one counts, and one that was revoked is on no list', async () => {
  const [tenant, first, second, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: first, event: sent('Bo@example.com') });
  await log.tell({ tenant, stream: first, event: { type: 'InvitationDeclined', data: { userGuid: randomUUID() } } });
  await log.tell({ tenant, stream: second, event: sent('bo@example.com', { recipientName: 'Bo Quay' }) });
  await log.tell({ tenant, stream: other, event: sent('ann@example.com', { recipientName: 'ann' }) });
  await log.project();
  expect(await listed(tenant)).toEqual(['ann OUTSTANDING', 'Bo Quay OUTSTANDING']);
  await log.tell({ tenant, stream: other, event: { type: 'InvitationRevoked', data: {} } });
  await log.project();
  expect(await listed(tenant)).toEqual(['Bo Quay OUTSTANDING']);
  expect(
    (await new FindInvitationHandler(log.reader).execute(new FindInvitation(tenant, 'BO@EXAMPLE.COM')))
      ?.invitation_guid,
  ).toBe(second);
  expect(
    await new FindInvitationHandler(log.reader).execute(new FindInvitation(randomUUID(), 'bo@example.com')),
  ).toBeNull();
});

test('a person’s invitations are those that they answered and those to their addresses, however they ended', async () => {
  const [tenant, user, answered, revoked, waiting] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  await log.tell({ tenant, stream: answered, event: sent('other@example.com') });
  await log.tell({ tenant, stream: answered, event: { type: 'InvitationDeclined', data: { userGuid: user } } });
  await log.tell({ tenant, stream: revoked, event: sent('Bo@example.com') });
  await log.tell({ tenant, stream: revoked, event: { type: 'InvitationRevoked', data: {} } });
  await log.tell({ tenant, stream: waiting, event: sent('bo@example.com') });
  await log.tell({ tenant, stream: randomUUID(), event: sent('ann@example.com') });
  await log.project();
  const of = async (addresses: string[]) =>
    (await new ListInvitationsOfHandler(log.reader).execute(new ListInvitationsOf(tenant, user, addresses))).map(
      ({ invitation_guid }) => invitation_guid,
    );
  expect([await of(['BO@example.com']), await of([])]).toEqual([[answered, revoked, waiting], [answered]]);
});

test('a link finds its invitation in whichever organization it is, and only the newest does', async () => {
  const [tenant, stream, older, newer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream, event: sent('bo@example.com', { linkGuid: older }) });
  await log.tell({ tenant, stream, event: sent('bo@example.com', { linkGuid: newer }) });
  await log.project();
  expect(await byLink(newer)).toMatchObject({ tenant, invitation_guid: stream, revision: 2 });
  expect([await byLink(older), await byLink(randomUUID())]).toEqual([null, null]);
});

test('a person finds what is outstanding for their addresses in all organizations, and nobody sees anything without saying whose it is', async () => {
  const [one, other, user] = [randomUUID(), randomUUID(), randomUUID()];
  const hers = `${randomUUID()}@example.com`;
  await log.tell({
    tenant: one,
    stream: randomUUID(),
    event: sent(hers.toUpperCase()),
    at: '2026-07-01T12:00:00.000Z',
  });
  await log.tell({ tenant: other, stream: randomUUID(), event: sent(hers), at: '2026-07-02T12:00:00.000Z' });
  await log.tell({ tenant: other, stream: randomUUID(), event: sent('else@example.com') });
  await log.project();
  const found = async (...addresses: string[]) =>
    (await new ListInvitationsToHandler(log.reader).execute(new ListInvitationsTo(user, addresses))).map(
      ({ tenant }) => tenant,
    );
  expect(await found(hers)).toEqual([other, one]);
  expect(await found(`no-${hers}`)).toEqual([]);
  expect(await found()).toEqual([]);
  expect((await log.readPool.query('select * from invitation_v3')).rows).toEqual([]);
});
