import { randomUUID } from 'node:crypto';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { NewEvent } from '@plimsoll/event-store/port/event-store';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import {
  FindAccount,
  FindAccountByIdentifier,
  FindAccountByIdentifierHandler,
  FindAccountHandler,
  ListAccountAddresses,
  ListAccountAddressesHandler,
} from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

/** Each event is a minute later than the previous one. */
let minute = 0;
async function recorded(userGuid: string, ...events: NewEvent[]): Promise<void> {
  for (const event of events)
    await log.tell({
      tenant: INSTALLATION_TENANT,
      stream: userGuid,
      event,
      at: new Date(Date.UTC(2026, 2, 1) + ++minute * 60_000).toISOString(),
    });
  await log.project();
}
const registered = (userGuid: string, emailAddress: string, name = 'Anna'): NewEvent => ({
  type: 'UserRegistered',
  data: { userGuid, name, emailAddress, currencyCode: 'CAD', channelPartner: null, utmCodes: null },
});
const named = async (identifier: string) =>
  (await new FindAccountByIdentifierHandler(log.reader).execute(new FindAccountByIdentifier(identifier)))?.userGuid ??
  null;
const account = (userGuid: string) => new FindAccountHandler(log.reader).execute(new FindAccount(userGuid));
const addresses = (userGuid: string) =>
  new ListAccountAddressesHandler(log.reader).execute(new ListAccountAddresses(userGuid));

test('an account is found by its address, whatever the case', async () => {
  const userGuid = randomUUID();
  await recorded(userGuid, registered(userGuid, 'Anna.K@Example.com'));
  expect(await account(userGuid)).toEqual({
    userGuid,
    name: 'Anna',
    username: null,
    emailAddress: 'Anna.K@Example.com',
  });
  expect(await named('anna.k@example.COM')).toBe(userGuid);
  expect(await named('anna@example.com')).toBeNull();
});

test('it is found by every verified address and by its username, and by none that it has no more', async () => {
  const userGuid = randomUUID();
  await recorded(
    userGuid,
    registered(userGuid, 'bo@example.com', 'Bo'),
    { type: 'UserRenamed', data: { userGuid, name: 'Bo Ek' } },
    { type: 'UsernameChanged', data: { userGuid, username: 'Bo-Ek-1' } },
    { type: 'EmailAddressAdded', data: { userGuid, emailAddress: 'Bo@home.example' } },
    { type: 'EmailAddressAdded', data: { userGuid, emailAddress: 'bo@work.example' } },
  );
  for (const identifier of ['BO@example.com', 'bo@HOME.example', 'bo@work.example', 'bo-ek-1'])
    expect(await named(identifier)).toBe(userGuid);
  expect(await addresses(userGuid)).toEqual(['bo@example.com', 'Bo@home.example', 'bo@work.example']);
  await recorded(
    userGuid,
    { type: 'PrimaryEmailAddressChanged', data: { userGuid, emailAddress: 'bo@work.example' } },
    { type: 'EmailAddressRemoved', data: { userGuid, emailAddress: 'bo@example.com' } },
    { type: 'UsernameChanged', data: { userGuid, username: 'bo-the-second' } },
  );
  expect(await account(userGuid)).toEqual({
    userGuid,
    name: 'Bo Ek',
    username: 'bo-the-second',
    emailAddress: 'bo@work.example',
  });
  expect(await addresses(userGuid)).toEqual(['bo@work.example', 'Bo@home.example']);
  expect([await named('bo@example.com'), await named('bo-ek-1')]).toEqual([null, null]);
});

test('who was erased is found by nothing', async () => {
  const [erased, other] = [randomUUID(), randomUUID()];
  await recorded(erased, registered(erased, 'cy@example.com'), {
    type: 'UsernameChanged',
    data: { userGuid: erased, username: 'cy-the-first' },
  });
  const events = [
    registered(erased, ERASED, ERASED),
    { type: 'UsernameChanged', data: { userGuid: erased, username: ERASED } },
    { type: 'EmailAddressAdded', data: { userGuid: erased, emailAddress: ERASED } },
  ];
  const { account: readModel } = Object.fromEntries(projections.map((each) => [each.name, each]));
  const { PageRows } = await import('../../runner/follow/page-rows.ts');
  const rows = new PageRows(true);
  readModel!.project(
    events.map((event) => ({
      ...event,
      tenant: INSTALLATION_TENANT,
      metadata: { at: '2026-03-01T00:00:00.000Z' },
    })) as never,
    rows,
  );
  const tables = Object.fromEntries(
    rows
      .changes()
      .map(({ table, added, notLookedUp, changed }) => [table.name, [...added, ...notLookedUp, ...changed]]),
  );
  expect(tables['account']).toMatchObject([{ name: ERASED, username: null, username_lower: null }]);
  expect(tables['account_address']).toBeUndefined();
  await recorded(other, registered(other, 'dee@example.com'));
  expect(await named(ERASED)).toBeNull();
});
