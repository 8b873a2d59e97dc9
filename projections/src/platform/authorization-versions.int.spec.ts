import { randomUUID } from 'node:crypto';
import { RandomWorkload } from '../../test/random-workload.ts';
import { memberJoined } from '../../test/test-incidents.ts';
import { TestEventLog, type TestEvent } from '../../test/test-event-log.ts';
import { formList } from '../forms/form-list/project.ts';
import { FindAuthorizationVersions, FindAuthorizationVersionsHandler } from './authorization-versions.ts';
import { memberList } from '../members/member-list/project.ts';
import { FindOrganizationsOf, FindOrganizationsOfHandler } from '../members/member-list/query.ts';
import { organizationSettings } from '../organizations/organization-settings/project.ts';
import { projections } from './projections.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';
import { callList } from '../routing/call-list/project.ts';
import { openProjectorPool, ProjectionRunner } from '../runner/follow/run-projections.ts';
import { subscription } from '../billing/subscription/project.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const judgedBy = [callList, formList, memberList, organizationSettings, subscription];
const marks = (...tenants: string[]) =>
  new FindAuthorizationVersionsHandler(log.reader).execute(new FindAuthorizationVersions(tenants));
const markOf = async (tenant: string) => (await marks(tenant)).get(tenant);

/** All rows that authorization uses, as one text. */
async function judged(): Promise<string> {
  const tables = await log.tables();
  return JSON.stringify(judgedBy.flatMap((readModel) => readModel.tables.map(({ name }) => tables[name])));
}

test('a mark changes whenever what people are judged by does, and with nothing else', async () => {
  const workload = new RandomWorkload(2_026);
  const { tenant } = workload;
  const events = [...workload.setUp(), ...Array.from({ length: 30 }, () => workload.next())];
  const concerns = ({ event }: TestEvent) => judgedBy.some(({ eventTypes }) => eventTypes.has(event.type));
  let before = { mark: await markOf(tenant), judged: await judged() };
  let changes = 0;
  for (const [index, recorded] of events.entries()) {
    await log.tell(recorded);
    // Events that concern no permissions are taken together until one does.
    const next = events[index + 1];
    if (!concerns(recorded) && next && !concerns(next)) continue;
    await log.project();
    const now = { mark: await markOf(tenant), judged: await judged() };
    if (now.judged !== before.judged) {
      changes++;
      expect(now.mark).not.toBe(before.mark);
    }
    if (index > 0 && !concerns(recorded)) expect(now.mark).toBe(before.mark);
    before = now;
  }
  expect(changes).toBeGreaterThan(80);
});

test('the version token reflects the newest relevant event, wherever it is on a page that is mostly skipped', async () => {
  const workload = new RandomWorkload(2_027);
  for (const recorded of workload.setUp()) await log.tell(recorded);
  await log.project();
  const { tenant } = workload;
  const report = async (count: number) => {
    for (let reported = 0; reported < count; reported++) await log.tell(workload.next());
  };
  for (let place = 0; place < 3; place++) {
    const before = await markOf(tenant);
    await report(place);
    await log.tell({ tenant, stream: randomUUID(), event: memberJoined(randomUUID(), 'Late') });
    await report(2 - place);
    await log.project();
    expect(await markOf(tenant)).not.toBe(before);
  }
});

test('what is set aside changes a mark, and so does what is taken up again', async () => {
  const [tenant, user, stream] = [randomUUID(), randomUUID(), randomUUID()];
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
  await log.tell({ tenant, stream, event: memberJoined(user, 'Anna') });
  await log.project();
  const seen = [await markOf(tenant)];
  const pool = openProjectorPool(log.database.projectorUrl);
  try {
    for (const event of [
      { type: 'MemberOnboardingChanged', data: { userGuid: user, isOnboarded: false } },
      { type: 'MemberRemoved', data: { userGuid: user } },
    ]) {
      await log.tell({ tenant, stream, event });
      await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
      seen.push(await markOf(tenant));
    }
    await new ProjectionRunner({ projections, log: log.store, pool }).replayParked();
    seen.push(await markOf(tenant));
  } finally {
    await pool.end();
  }
  expect(new Set(seen).size).toBe(4);
});

test('a projector of a version that knows nothing of what is passed over changes the mark with all that it takes', async () => {
  const tenant = randomUUID();
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(randomUUID(), 'Anna') });
  await log.project();
  const before = await markOf(tenant);
  await log.asAdmin(
    "update projection_checkpoints set position = position + 3 where tenant = $1 and projection ~ '^member-list@'",
    [tenant],
  );
  expect(await markOf(tenant)).not.toBe(before);
});

test('each organization has its own mark, and one of which nothing is known has none', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  for (const tenant of [one, other])
    await log.tell({ tenant, stream: randomUUID(), event: memberJoined(randomUUID(), 'Anna') });
  await log.project();
  const before = await marks(one, other, randomUUID());
  expect([...before.keys()].sort()).toEqual([one, other].sort());
  await log.tell({ tenant: one, stream: randomUUID(), event: memberJoined(randomUUID(), 'Bo') });
  await log.project();
  const after = await marks(one, other);
  expect([after.get(one) === before.get(one), after.get(other) === before.get(other)]).toEqual([false, true]);
});

test('a person receives the organizations that they belong to, and no others', async () => {
  const [user, stays, left, strange] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const stream = randomUUID();
  await log.tell({ tenant: stays, stream: randomUUID(), event: memberJoined(user, 'Anna') });
  await log.tell({ tenant: left, stream, event: memberJoined(user, 'Anna') });
  await log.tell({ tenant: left, stream, event: { type: 'MemberRemoved', data: { userGuid: user } } });
  await log.tell({ tenant: strange, stream: randomUUID(), event: memberJoined(randomUUID(), 'Bo') });
  await log.project();
  expect(await new FindOrganizationsOfHandler(log.reader).execute(new FindOrganizationsOf(user))).toEqual([stays]);
});
