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
  await expect(page.getByLabel('Column with an id of its own')).toHaveValue('Case ID');
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
