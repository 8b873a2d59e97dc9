import { addMonths } from '@plimsoll/contracts/calendar';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication } from '../../test/test-application.ts';

/** The last ended month everywhere on earth. */
const month = addMonths(new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 7), -1);

let application: TestApplication;

beforeAll(async () => {
  application = await TestApplication.start();
}, 120_000);

afterAll(() => application?.stop());

/** What the dashboard answers after so many lost-time injuries and hours in one month, all of it told over HTTP. */
async function dashboardOf(cases: number, hours: number): Promise<Dashboard> {
  const organizationGuid = await application.found(`${cases} cases at ${hours} hours`);
  const { token } = await application.member(organizationGuid, 'admin');
  const [care] = injuryForm.groups;
  let position = '';
  for (let count = 0; count < cases; count += 1) {
    const reported = await application.call('POST', '/reported-events', {
      token,
      headers: { 'idempotency-key': uuidv7() },
      body: {
        organizationGuid, formGuid: injuryForm.formGuid, formVersion: injuryForm.version, occurrenceDate: `${month}-02`, description: 'Fell from the side ladder of a tank.',
        regionGuid: regions[0]!.guid, location: 'Tank 4', injuredPersons: [{ name: 'Lou Marsh', personType: 'EMPLOYEE', classification: 'LOST_TIME' }],
        components: [{ groupGuid: care!.groupGuid, answers: [{ questionGuid: care!.questions[0]!.questionGuid, value: true }] }],
      },
    });
    expect(reported.status).toBe(201);
  }
  const figures = { employeeHours: hours, contractorHours: 0, employeeKms: 0, contractorKms: 0, employeeCount: Math.round(hours / 170), contractorCount: 0 };
  const recorded = await application.call('PUT', `/orgs/${organizationGuid}/reporting-metrics/${month}`, { token, headers: { 'idempotency-key': uuidv7() }, body: figures });
  expect(recorded.status).toBe(200);
  position = recorded.headers.get('position') ?? '';
  const answer = await application.call<Dashboard>('GET', `/dashboard/reported-events?organizationGuid=${organizationGuid}&from=${month}&to=${month}`, { token, headers: { 'at-least': position } });
  expect(answer.headers.get('stale')).toBeNull();
  return answer.body;
}

describe('rates with known answers, out of the running API', () => {
  test('1 case at 50,000 hours is 4.0, and at 25,000 hours 8.0', async () => {
    expect((await dashboardOf(1, 50_000)).rolling12.trif).toMatchObject({ figure: 4, cases: 1, denominator: 50_000 });
    expect((await dashboardOf(1, 25_000)).rolling12.trif.figure).toBe(8);
  });

  test('2 cases at 22,000 hours are 18.18, somewhere from 2.20 to 65.68', async () => {
    const { trif } = (await dashboardOf(2, 22_000)).rolling12;
    expect([trif.figure, trif.low, trif.high].map((value) => value?.toFixed(2))).toEqual(['18.18', '2.20', '65.68']);
  });

  test('6 lost-time cases at 2.5 million hours are 0.48, which is 2.4 for a million hours', async () => {
    const { ltif, trif } = (await dashboardOf(6, 2_500_000)).rolling12;
    expect(ltif.figure).toBeCloseTo(0.48, 12);
    expect(ltif.figure! * 5).toBeCloseTo(2.4, 12);
    expect(trif.figure).toBe(ltif.figure);
  });
});
