import { randomUUID } from 'node:crypto';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { PeopleLog } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer } from '../../test/mail-server.ts';
import { startReactors, type Reactors } from '../start-reactors.ts';

const PUBLIC_URL = 'https://safety.example.com';
let people: PeopleLog;
let server: MailServer;
let now = new Date('2026-03-05T12:30:00Z');
let reactors: Reactors | undefined;

beforeEach(async () => {
  people = await PeopleLog.open();
  server = await MailServer.start();
});
afterEach(async () => {
  await reactors?.close();
  reactors = undefined;
  await people.log.close();
  await server.stop();
});

async function start(): Promise<Reactors> {
  const { appUrl, projectorUrl } = people.log.database;
  return (reactors = await startReactors({
    appDatabaseUrl: appUrl,
    projectorDatabaseUrl: projectorUrl,
    sealingKey: people.log.sealingKey.toString('base64'),
    publicUrl: PUBLIC_URL,
    smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
    superviseSeconds: 1,
    now: () => now,
  }));
}
const jobs = async (kind: string, state: string) =>
  Number(
    (
      await people.log.asAdmin(
        "select count(*) from jobs.job where data ->> 'kind' = $1 and state::text = any (string_to_array($2, ','))",
        [kind, state],
      )
    )[0]!['count'],
  );
/** Jobs requested by an event, which have its tenant, and by the end of a month. */
const judged = async (isByEvent: boolean) =>
  Number(
    (
      await people.log.asAdmin(
        "select count(*) from jobs.job where data ->> 'kind' = 'JUDGE_LOAD_LINES' and (data -> 'ids' ->> 'tenant' is not null) = $1",
        [isByEvent],
      )
    )[0]!['count'],
  );
const cross = (tenant: string, notificationGuid: string, stream: string = randomUUID()) =>
  people.log.tell({
    tenant,
    stream,
    event: {
      type: 'LoadLineCrossed',
      data: { metric: 'TRIF', month: '2026-02', figure: 3.918273645, limit: 3.5, notificationGuid },
    },
  });

test('a crossed line is mailed once to each admin who wants such mails, and to no one if it was re-armed or dismissed meanwhile', async () => {
  const tenant = await people.found();
  const [ada, bea, vera] = [
    await people.join(tenant, 'Ada Quay'),
    await people.join(tenant, 'Bea Quay'),
    await people.join(tenant, 'Vera Reef'),
  ];
  for (const admin of [ada, bea]) await people.makeAdmin(tenant, admin);
  await people.log.tell({
    tenant: INSTALLATION_TENANT,
    stream: bea.userGuid,
    event: {
      type: 'EmailPreferencesChanged',
      data: { userGuid: bea.userGuid, preferences: [{ type: 'LOAD_LINE', isEnabled: false, frequency: 'IMMEDIATE' }] },
    },
    by: bea.userGuid,
  });
  await people.log.project();
  await start();
  const [over, seen] = [randomUUID(), randomUUID()];
  const line = randomUUID();
  await cross(tenant, over, line);
  await people.log.tell({
    tenant,
    stream: line,
    event: {
      type: 'LoadLineRearmed',
      data: { metric: 'TRIF', notificationGuid: over, month: '2026-02', figure: 3, limit: 3.5 },
    },
  });
  await cross(tenant, seen, line);
  await people.log.tell({
    tenant,
    stream: line,
    event: { type: 'LoadLineDismissed', data: { metric: 'TRIF', notificationGuid: seen } },
  });
  await people.log.project();
  await cross(tenant, randomUUID(), line);
  await people.log.project();
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  await eventually(
    () => jobs('LOAD_LINE', 'created,active,retry'),
    (open) => open === 0,
    30_000,
  );
  expect(server.mails.map(({ to, subject }) => [to && !Array.isArray(to) ? to.value[0]!.name : null, subject])).toEqual(
    [['Ada Quay', 'TRIF of Northern Rigging is above its limit']],
  );
  expect(server.mails[0]!.text).toContain('February 2026: 3.92, above the limit of 3.5 that was in force then');
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/dashboard?organizationGuid=${tenant}`);
  expect(vera.userGuid).not.toBe(ada.userGuid);
}, 60_000);

test('lines are checked after events that may change a rate, and when a month ends in the organization’s time zone, once over all processes', async () => {
  const [tenant, without] = [await people.found(), await people.found()];
  now = new Date('2026-02-20T12:30:00Z');
  await people.log.project();
  await start();
  await people.report(tenant);
  await people.report(tenant, { hurt: ['Olga Fern'] });
  const tell = (type: string, data: object) => people.log.tell({ tenant, stream: randomUUID(), event: { type, data } });
  await tell('MonthlyMetricsRecorded', {
    yearMonth: '2026-02',
    employeeHours: 900,
    contractorHours: 0,
    employeeKms: 0,
    contractorKms: 0,
    employeeCount: 6,
    contractorCount: 0,
    notes: null,
  });
  await tell('LoadLinesSet', { year: 2026, trif: 3.5, ltif: null, mvif: null, setByGuid: null, reason: null });
  await people.log.project();
  expect(
    await eventually(
      () => judged(true),
      (count) => count === 4,
    ),
  ).toBe(4);
  const look = async (moment: string) => {
    now = new Date(moment);
    await reactors!.schedules.run('metrics/ended-months');
    await reactors!.close();
    await (await start()).schedules.run('metrics/ended-months');
    return judged(false);
  };
  // 06:59 UTC of the first is the last hour of February in Edmonton.
  expect(await look('2026-03-01T06:59:00Z')).toBe(1);
  expect(await look('2026-03-01T07:00:00Z')).toBe(2);
  expect(await look('2026-03-31T23:00:00Z')).toBe(2);
  expect(await jobs('JUDGE_LOAD_LINES', 'failed')).toBe(0);
  expect(
    Number(
      (
        await people.log.asAdmin("select count(*) from jobs.job where data -> 'ids' ->> 'organization' = $1", [without])
      )[0]!['count'],
    ),
  ).toBe(0);
}, 60_000);
