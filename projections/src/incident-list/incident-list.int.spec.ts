import { randomUUID } from 'node:crypto';
import type { Permission } from '@plimsoll/contracts/permissions';
import { projections } from '../projections.ts';
import type { Viewer } from '../viewer.ts';
import { incidentReported } from '../../test/told-incidents.ts';
import { ToldLog } from '../../test/told-log.ts';
import { ListIncidents, ListIncidentsHandler } from './query.ts';

let log: ToldLog;
beforeAll(async () => void (log = await ToldLog.open(projections)));
afterAll(() => log?.close());

const admin = (): Viewer => ({ userGuid: randomUUID(), isAdmin: true, permissions: new Set() });
const holding = (userGuid: string, ...permissions: Permission[]): Viewer => ({ userGuid, isAdmin: false, permissions: new Set(permissions) });
const list = (...[tenant, viewer, request]: ConstructorParameters<typeof ListIncidents>) =>
  new ListIncidentsHandler(log.readPool).execute(new ListIncidents(tenant, viewer, request));

test('lists what was reported, the newest day first', async () => {
  const tenant = randomUUID();
  for (const [day, description] of [['2026-06-01', 'First.'], ['2026-06-03', 'Third. More about it.'], ['2026-06-02', 'Second']] as const) {
    const stream = randomUUID();
    await log.tell({ tenant, stream, event: incidentReported({ occurrenceDate: day, description }) });
  }
  await log.project();
  const { items, totalCount } = await list(tenant, admin());
  expect(items.map(({ heading, number }) => [heading, number])).toEqual([['Third', 2], ['Second', 3], ['First', 1]]);
  expect(totalCount).toBe(3);
  expect((await list(randomUUID(), admin())).items).toEqual([]);
  expect((await list(tenant, holding(randomUUID()))).totalCount).toBe(0);
});
