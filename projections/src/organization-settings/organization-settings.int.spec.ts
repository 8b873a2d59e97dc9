import { randomUUID } from 'node:crypto';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { FindAccount, FindAccountByEmail, FindAccountByEmailHandler, FindAccountHandler } from '../account/query.ts';
import { ToldLog } from '../../test/told-log.ts';
import { projections } from '../projections.ts';
import { FindOrganization, FindOrganizationHandler, FindOrganizationNames, FindOrganizationNamesHandler } from './query.ts';

let log: ToldLog;
beforeAll(async () => void (log = await ToldLog.open(projections)));
afterAll(() => log?.close());

const find = (tenant: string) => new FindOrganizationHandler(log.reader).execute(new FindOrganization(tenant));
const create = (tenant: string, name: string) => log.tell({
  tenant, stream: tenant, at: '2026-03-01T02:00:00.000Z',
  event: { type: 'OrganizationCreated', data: { organizationGuid: tenant, name, timeZone: 'America/Edmonton', sizeRange: 'ONE_TO_TEN', modules: ['dashboard', 'events'] } },
});

test('an organization has its features as shipped until it changes them, its worksites by name, and its groups with their members', async () => {
  const tenant = randomUUID();
  const group = randomUUID();
  await create(tenant, 'Northern Rigging');
  await log.tell({ tenant, stream: tenant, event: { type: 'OrganizationModuleSwitched', data: { module: 'events', isEnabled: false } } });
  await log.project();
  await log.tell({ tenant, stream: tenant, event: { type: 'OrganizationModuleSwitched', data: { module: 'credentials', isEnabled: true } } });
  await log.tell({ tenant, stream: tenant, event: { type: 'CustomerConfigChanged', data: { code: 'CONTRACTORS', isEnabled: true } } });
  for (const name of ['yard', 'Camp']) {
    const worksiteGuid = randomUUID();
    await log.tell({ tenant, stream: worksiteGuid, event: { type: 'WorksiteCreated', data: { worksiteGuid, name, regionGuid: null, address: '1 Road', timeZone: null, emergencyPhone: null } } });
  }
  await log.tell({ tenant, stream: group, event: { type: 'ReportingGroupCreated', data: { reportingGroupGuid: group, name: 'Crew', description: null } } });
  const [stays, leaves] = [randomUUID(), randomUUID()];
  for (const userGuid of [stays, leaves]) {
    await log.tell({ tenant, stream: userGuid, event: { type: 'MemberJoined', data: { userGuid, name: 'A', emailAddress: 'a@example.com', isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: group } } });
  }
  await log.tell({ tenant, stream: leaves, event: { type: 'MemberRemoved', data: { userGuid: leaves } } });
  await log.project();

  const organization = (await find(tenant))!;
  expect(organization).toMatchObject({
    guid: tenant, name: 'Northern Rigging', timeZone: 'America/Edmonton', createdDate: '2026-02-28',
    customerConfig: expect.arrayContaining([{ code: 'CONTRACTORS', isEnabled: true }, { code: 'WORKSITES', isEnabled: true }]),
    worksites: [{ name: 'Camp', address: '1 Road' }, { name: 'yard' }],
    reportingGroups: [{ guid: group, name: 'Crew', description: null, status: 'ACTIVE', memberCount: 1 }],
  });
  expect(organization.modules.filter(({ isEnabled }) => isEnabled).map(({ code }) => code)).toEqual(['dashboard', 'credentials']);
  expect(await find(randomUUID())).toBeNull();
});

test('names of several organizations are found by their guids', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await create(one, 'One');
  await create(other, 'Other');
  await log.project();
  const names = await new FindOrganizationNamesHandler(log.reader).execute(new FindOrganizationNames([one, randomUUID(), other]));
  expect(Object.fromEntries(names)).toEqual({ [one]: 'One', [other]: 'Other' });
});

test('an account is found by its e-mail address, whatever the case', async () => {
  const userGuid = randomUUID();
  await log.tell({ tenant: INSTALLATION_TENANT, stream: userGuid, event: { type: 'UserRegistered', data: { userGuid, name: 'Anna', emailAddress: 'Anna.K@Example.com', currencyCode: 'CAD', channelPartner: null, utmCodes: null } } });
  await log.project();
  const account = { userGuid, name: 'Anna', emailAddress: 'Anna.K@Example.com' };
  expect(await new FindAccountByEmailHandler(log.reader).execute(new FindAccountByEmail('anna.k@example.COM'))).toEqual(account);
  expect(await new FindAccountHandler(log.reader).execute(new FindAccount(userGuid))).toEqual(account);
  expect(await new FindAccountByEmailHandler(log.reader).execute(new FindAccountByEmail('anna@example.com'))).toBeNull();
});
