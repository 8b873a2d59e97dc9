import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { memberJoined } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { ReadModel } from '../../runner/tables/read-model.ts';
import { openProjectorPool, ProjectionRunner } from '../../runner/follow/run-projections.ts';
import {
  FindMember,
  FindMemberHandler,
  FindMembershipsOf,
  FindMembershipsOfHandler,
  ListMembers,
  ListMembersHandler,
  ListUserGroups,
  ListUserGroupsHandler,
} from './query.ts';

let log: TestEventLog;
let pool: pg.Pool;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  pool = openProjectorPool(log.database.projectorUrl);
});
afterAll(async () => {
  await pool?.end();
  await log?.close();
});

/** Read models that park every event of a membership. */
const invalid = projections.map(
  (readModel): ReadModel => ({
    ...readModel,
    project(events, rows) {
      if (readModel.name === 'member-list' && events.some(({ type }) => type !== 'MemberJoined'))
        throw new Error('not that');
      readModel.project(events, rows);
    },
  }),
);

const asked = async (reader: ReadModelReader, tenant: string, userGuid: string) => ({
  one: (await new FindMemberHandler(reader).execute(new FindMember(tenant, userGuid)))?.isAdmin,
  own: (await new FindMembershipsOfHandler(reader).execute(new FindMembershipsOf(userGuid))).map(
    ({ organizationGuid, isAdmin }) => [organizationGuid, isAdmin],
  ),
  listed: (await new ListMembersHandler(reader).execute(new ListMembers(tenant))).map((member) => [
    member.userGuid,
    member.isAdmin,
  ]),
});

test('a membership that is set aside is served as the log has it, and not at all where the log cannot be read', async () => {
  const [tenant, elsewhere, admin, gone, stream] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  await log.tell({
    tenant,
    stream: randomUUID(),
    event: { ...memberJoined(gone, 'Gone'), data: { ...memberJoined(gone, 'Gone').data, isAdmin: true } },
  });
  await log.tell({
    tenant,
    stream,
    event: { ...memberJoined(admin, 'Admin'), data: { ...memberJoined(admin, 'Admin').data, isAdmin: true } },
  });
  await log.tell({ tenant: elsewhere, stream: randomUUID(), event: memberJoined(admin, 'Admin') });
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect(await asked(log.reader, tenant, admin)).toMatchObject({ one: true });

  await log.tell({
    tenant,
    stream,
    event: {
      type: 'MemberPermissionsChanged',
      data: { userGuid: admin, isAdmin: false, userGroups: ['Standard'], permissions: [] },
    },
  });
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect(await log.parked()).toBe(1);
  expect(await asked(log.reader, tenant, admin)).toEqual({
    one: false,
    own: expect.arrayContaining([
      [tenant, false],
      [elsewhere, false],
    ]),
    listed: expect.arrayContaining([
      [admin, false],
      [gone, true],
    ]),
  });

  // Without a log it cannot be folded, and the outdated row is not served.
  const blind = await asked(new ReadModelReader(log.readPool, projections), tenant, admin);
  expect(blind).toEqual({ one: undefined, own: [[elsewhere, false]], listed: [[gone, true]] });

  await log.tell({ tenant, stream, event: { type: 'MemberRemoved', data: { userGuid: admin } } });
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect(await asked(log.reader, tenant, admin)).toEqual({
    one: undefined,
    own: [[elsewhere, false]],
    listed: [[gone, true]],
  });

  await new ProjectionRunner({ projections, log: log.store, pool }).replayParked();
  expect(await log.parked()).toBe(0);
  expect(await asked(log.reader, tenant, admin)).toEqual({
    one: undefined,
    own: [[elsewhere, false]],
    listed: [[gone, true]],
  });
});

test('a group that is set aside gives what the log says, and nothing where the log cannot be read', async () => {
  const [tenant, user, stream] = [randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(user, 'Manager', { userGroups: ['Manager'] }) });
  const says = (permissions: string[]) =>
    log.tell({
      tenant,
      stream,
      event: { type: 'UserGroupPermissionsChanged', data: { userGroup: 'Manager', permissions } },
    });
  await says(['REVIEW_EVENTS', 'APPROVE_EVENTS']);
  await new ProjectionRunner({ projections, log: log.store, pool }).catchUp();
  await says(['APPROVE_EVENTS']);
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect(await log.parked()).toBe(1);
  const held = async (reader: ReadModelReader) => [
    ...(await new FindMemberHandler(reader).execute(new FindMember(tenant, user)))!.permissions,
  ];
  const own = async (reader: ReadModelReader) => [
    ...(await new FindMembershipsOfHandler(reader).execute(new FindMembershipsOf(user)))[0]!.permissions,
  ];
  const visible = async (reader: ReadModelReader) =>
    (await new ListUserGroupsHandler(reader).execute(new ListUserGroups(tenant)))[1]!.permissions;
  expect([await held(log.reader), await own(log.reader), await visible(log.reader)]).toEqual(
    Array(3).fill(['APPROVE_EVENTS']),
  );
  const blind = new ReadModelReader(log.readPool, projections);
  expect([await held(blind), await own(blind), await visible(blind)]).toEqual([[], [], []]);
  await new ProjectionRunner({ projections, log: log.store, pool }).replayParked();
  expect(await held(blind)).toEqual(['APPROVE_EVENTS']);
});
