import { readFileSync } from 'node:fs';
import { inspect, reflows } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { newOrganization } from './support/new-organization.ts';

test('an admin takes a table of events over: matches its columns, sees what is wrong by line and column, and follows it to the list', {
  tag: '@desktop',
}, async ({ visit }) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page);
  await page.goto('/events/import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import events' })).toBeVisible();
  await inspect(page, 'choosing a table');
  const columns = ['Case ID', 'Date', 'Time', 'Region', 'Location', 'Description', 'Worst'];
  const rows = [1, 2, 3, 4].map((place) => [
    `C-${place}`,
    place === 3 ? '31/02/2025' : `0${place}/03/2025`,
    '14:30',
    'Alberta',
    `Bay ${place}`,
    `A sling slipped at bay ${place}`,
    'First aid',
  ]);
  const table = [columns, ...rows].map((row) => row.join(';')).join('\r\n');
  await page
    .getByLabel('Table of events')
    .setInputFiles({ name: 'events.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(page.getByRole('heading', { name: '2. Match columns' })).toBeVisible();
  await expect(page.getByLabel('Column with an id of its own').locator('option:checked')).toHaveText('Case ID');
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('occurrenceDate');
  await page.getByLabel('Form', { exact: true }).selectOption({ label: 'Near miss' });
  await page.getByLabel('Days are written as').selectOption({ label: '31/03/2026' });
  await page
    .getByLabel('Worst', { exact: true })
    .selectOption({ label: 'What was the worst that could have happened?' });
  await inspect(page, 'matching columns');
  await reflows(page, 'matching columns');
  await page.getByRole('button', { name: 'Check 4 rows' }).click();
  await expect(page.getByText('3 rows are ready, 1 has a fault and is left out.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^4 Date 31\/02\/2025/ })).toBeVisible();
  await inspect(page, 'faults of a table');
  await reflows(page, 'faults of a table');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download faults' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('31/02/2025');
  await page.getByRole('button', { name: 'Import 3 events' }).click();
  await expect(page.getByText('The import is done: 3 reported, 0 known already, 1 left out.')).toBeVisible({
    timeout: 30_000,
  });
  await page.reload();
  await expect(page.getByText('The import is done: 3 reported')).toBeVisible();
  await inspect(page, 'an import that is done');
  await page.getByRole('link', { name: 'See the events' }).click();
  await expect(page).toHaveURL(/\/events\/list\/1\?formGuid=/);
  await expect(page.getByRole('table', { name: 'Events' }).locator('tbody tr')).toHaveCount(3);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1. Choose a table' })).toBeVisible();
});

test('a file that leaves open how its text and numbers are written is imported once that is said, as history, and is marked as imported', {
  tag: '@desktop',
}, async ({ visit }) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page);
  await page.goto('/events/import');
  await page.getByLabel('Form of the template').selectOption({ label: 'Near miss' });
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const headings = readFileSync(await (await template).path(), 'utf8');
  expect(headings).toContain('What was the worst that could have happened?');
  // In Windows-1252: an employee slipped on ice.
  const table = Buffer.from(
    'Date,Region,Location,Description,Litres\r\n2019-03-04,Alberta,Bay 4,Un employ\xe9 a gliss\xe9 sur la glace,1\r\n',
    'latin1',
  );
  await page.getByLabel('Table of events').setInputFiles({ name: 'events.csv', mimeType: 'text/csv', buffer: table });
  const rows = page.getByRole('region', { name: 'First rows of events.csv' });
  await expect(rows).toContainText('Bay 4');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.getByLabel('Text encoding').selectOption({ label: 'Western European (Mac)' });
  await expect(rows).not.toContainText('Un employé a glissé');
  await page.getByLabel('Text encoding').selectOption({ label: 'Western European (Windows-1252)' });
  await expect(rows).toContainText('Un employé a glissé');
  await inspect(page, 'choosing how a text is encoded');
  await reflows(page, 'choosing how a text is encoded');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Form', { exact: true }).selectOption({ label: 'Near miss' });
  await page.getByLabel('Import as history').check();
  await page.getByLabel('Leave required questions open').check();
  await inspect(page, 'leaving questions open');
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await page.getByRole('button', { name: 'Import 1 event' }).click();
  await expect(page.getByText('The import is done: 1 reported')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'See the events' }).click();
  const row = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await expect(row).toContainText('Imported');
  await expect(row).toContainText('Closed');
  await expect(row).toContainText('Un employé a glissé sur la glace');
});
