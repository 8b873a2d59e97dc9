import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { colorOf } from './support/color.ts';
import { answered } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';
import { hasOwnDatabase, moveLimitSetting } from './support/passing-time.ts';

test.setTimeout(120_000);
test.skip(!hasOwnDatabase, 'time passes in the database of the product itself');

const year = new Date().getFullYear() - 1;
const monthsOf = (which: number) =>
  Array.from({ length: 12 }, (_, month) => `${which}-${String(month + 1).padStart(2, '0')}`);

test('a changed limit is drawn as a step; each month is judged by the limit in force then, and the alert of the change says so and is not green', async ({
  visit,
}) => {
  const page = await visit();
  const { guid, call } = await newOrganization(page);
  for (const month of [...monthsOf(year - 1), ...monthsOf(year)])
    await call('PUT', `/orgs/${guid}/reporting-metrics/${month}`, {
      employeeHours: 100_000,
      contractorHours: 0,
      employeeKms: 0,
      contractorKms: 0,
      employeeCount: 600,
      contractorCount: 0,
    });
  const injuredPersons: ReportIncidentRequest['injuredPersons'] = [
    { name: 'Olga Fern', personType: 'EMPLOYEE', classification: 'MEDICAL_AID' },
  ];
  for (let cases = 0; cases < 6; cases += 1)
    await reportNearMiss({ guid, call }, 'A hand was caught.', { occurrenceDate: `${year}-02-10`, injuredPersons });
  await call('PUT', `/orgs/${guid}/load-lines/${year}`, { trif: 0.5, ltif: null, mvif: null });
  await moveLimitSetting(guid, year, 1, `${year}-01-06T12:00:00.000Z`);

  await page.goto(`/dashboard?from=${year}-01&to=${year}-12`);
  const rate = page.getByRole('region', { name: /^Total recordable/ });
  await expect(rate).toContainText('Above the limit');
  const above = /Above the limit \(set 6 January \d{4}\) from February to December/;
  await expect(rate).toContainText(above);
  await rate.getByRole('button', { name: /^Change the limit…/ }).click();
  const dialog = page.getByRole('dialog', { name: `Set the limits of ${year}` });
  await dialog.getByLabel(/^Total recordable/).fill('9');
  await expect(dialog.getByRole('status').filter({ hasText: 'TRIF' })).toContainText(
    `TRIF: the months of ${year} have ended and keep the limit that was in force then.`,
  );
  await dialog.getByLabel(/^Reason/).fill('Two crews more');
  await look(page, 'a limit about to be changed');
  await answered(page, /\/load-lines\//, () =>
    dialog.getByRole('button', { name: `Set the limits of ${year}` }).click(),
  );
  const alert = page.getByText(`The limits of ${year} were changed`);
  await expect(alert).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Alerts' }).getByText('keep the limit that was in force then'),
  ).toBeVisible();
  const icon = page.getByRole('region', { name: 'Alerts' }).locator('svg').first();
  const color = await icon.evaluate((element) => getComputedStyle(element).color);
  expect(color).not.toBe(await colorOf(page, '--success'));
  expect(color).toBe(await colorOf(page, '--warning'));
  await expect(rate).toContainText(above);

  await moveLimitSetting(guid, year, 2, `${year}-07-10T12:00:00.000Z`);
  await page.reload();
  const line = rate.locator('[data-part="load-line"]');
  await expect(line.locator('[data-part="limit-step"]')).toHaveCount(1);
  await expect(line).toContainText('9.00');
  await expect(rate).toContainText(/Above the limit \(set 6 January \d{4}\) from February to June/);
  await expect(rate).toContainText('January to June are judged by the limit of 0.50 that was in force then.');
  await look(page, 'a changed limit');
  await rate.getByRole('button', { name: /^View as table/ }).click();
  const row = (month: string) =>
    rate
      .getByRole('row')
      .filter({ hasText: month })
      .or(rate.getByRole('listitem').filter({ hasText: month }));
  await expect(row('Jun').first()).toContainText('0.50');
  await expect(row('Jul').first()).toContainText('9.00');
});
