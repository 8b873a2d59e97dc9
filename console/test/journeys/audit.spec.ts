import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const COMMANDS = fileURLToPath(new URL('../../../services/launcher/dist/command-line.js', import.meta.url));
const run = promisify(execFile);

test('a reader steps through a record, downloads the log, and verifies it offline by the command and by the page from a file', async ({
  visit,
  browser,
  word,
}) => {
  test.setTimeout(180_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const eventId = await reportNearMiss(organization, `A rope parted ${word}`);
  await organization.call('PATCH', `/reported-events/${eventId}`, { description: `A rope parted and held ${word}` });

  await page.goto('/settings');
  await main(page)
    .getByRole('link', { name: /^Audit Bundles/ })
    .click();
  await expect(page.getByText('No bundles of this week')).toBeVisible();
  await look(page, 'no bundles');
  await page.getByRole('link', { name: 'Access log' }).click();
  await expect(page.getByText('No accesses yet')).toBeVisible();
  await look(page, 'nobody looked');
  await page.getByRole('link', { name: 'Change log' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ changes$/ })).toBeVisible();
  await look(page, 'the change log');
  await main(page)
    .getByRole('link', { name: /Incident amended/ })
    .first()
    .click();

  await expect(page.getByRole('heading', { level: 1, name: 'Event 1' })).toBeVisible();
  const came = page.getByRole('region', { name: 'What the record came to by it' });
  await expect(page.getByRole('heading', { name: 'Revision 2 of 2' })).toBeVisible();
  await expect(came).toContainText(`A rope parted and held ${word}`);
  await look(page, 'a record');
  await page
    .getByRole('navigation', { name: 'Revisions, step by step' })
    .getByRole('link', { name: 'Revision 1' })
    .click();
  await expect(page.getByRole('heading', { name: 'Revision 1 of 2' })).toBeVisible();
  await expect(came).toContainText(`A rope parted ${word}`);
  await page
    .getByRole('navigation', { name: 'Revisions, step by step' })
    .getByRole('link', { name: 'Revision 2' })
    .click();
  await expect(page.getByRole('heading', { name: 'Revision 2 of 2' })).toBeVisible();
  const hash = (await page.getByLabel('Hash', { exact: true }).innerText()).replaceAll(' ', '');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);

  await page.getByRole('link', { name: 'Make a bundle up to here…' }).click();
  await expect(dialog(page).getByText(/^From the beginning of the log up to /)).toBeVisible();
  await look(page, 'a bundle is asked for');
  await dialog(page)
    .locator('label')
    .filter({ hasText: /^With keys/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Make the bundle' }).click();
  await expect(main(page).getByText('Ready', { exact: true })).toBeVisible({ timeout: 20_000 });
  await look(page, 'a bundle');
  const fingerprint = (await page.getByLabel('Fingerprint', { exact: true }).innerText()).replaceAll(' ', '');
  const saved = async (press: () => Promise<unknown>, name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    const path = join(folder, name);
    await download.saveAs(path);
    return path;
  };
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-journey-'));
  const zip = await saved(() => page.getByRole('button', { name: /^Download/ }).click(), 'bundle.zip');

  const { stdout } = await run(process.execPath, [COMMANDS, 'audit', 'verify', zip, '--key', fingerprint]);
  expect(stdout).toMatch(/^intact: /);

  // The verifier is loaded over the network, and the device is offline from then on.
  const verifier = join(folder, 'verify.html');
  await writeFile(verifier, await (await page.request.get('/api/audit/verifier')).body());
  const offline = await browser.newContext({ offline: true });
  const alone = await offline.newPage();
  const requests: string[] = [];
  alone.on('request', (request) => requests.push(request.url()));
  await alone.goto(pathToFileURL(verifier).href);
  await alone.getByLabel(/Drop the ZIP here/).setInputFiles(zip);
  await expect(alone.getByRole('heading', { name: 'Intact' })).toBeVisible({ timeout: 20_000 });
  expect((await alone.locator('#fingerprint').innerText()).replaceAll(' ', '')).toBe(fingerprint);
  await expect(alone.getByText(hash)).toBeVisible();
  await expect(alone.getByText(`A rope parted and held ${word}`)).toBeVisible();

  // Each file that is chosen gets a verdict of its own, also one with the name of the file before.
  const choose = alone.getByLabel(/Drop the ZIP here/);
  const verdict = alone.locator('#outcome');
  const bundle = await readFile(zip);
  expect(await choose.inputValue()).toBe('');
  await writeFile(zip, bundle.with(bundle.indexOf('events.ndjson') + 60, 0));
  await choose.setInputFiles(zip);
  await expect(verdict).toHaveText('NOT AS WRITTEN');
  await expect(alone.getByText(`A rope parted and held ${word}`)).toBeHidden();
  for (const [name, content] of [
    ['bundle.zip', 'no bundle'],
    ['notes.txt', 'no bundle'],
    ['empty.zip', ''],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, content);
    await choose.setInputFiles(path);
    await expect(verdict).toHaveText('Not an audit bundle');
    await expect(alone.locator('#verdict .file')).toHaveText(name);
  }
  await writeFile(zip, bundle);
  await choose.setInputFiles(zip);
  await expect(alone.getByRole('heading', { name: 'Intact' })).toBeVisible({ timeout: 20_000 });
  expect(requests.filter((address) => !address.startsWith('file:') && !address.startsWith('data:'))).toEqual([]);
  await offline.close();

  await page.getByRole('link', { name: 'Access log' }).click();
  await expect(
    main(page)
      .getByText(/Downloaded/)
      .first(),
  ).toBeVisible();
  await expect(
    main(page)
      .getByText(/Replayed/)
      .first(),
  ).toBeVisible();
  await look(page, 'the access log');
});

test('who is no admin reads none of it, and what is no record is not found', async ({ open }) => {
  const forbidden = "We don't think you're allowed to see this.";
  const member = await open('member', '/reports/audit/change-log');
  await expect(member.getByText(forbidden)).toBeVisible();
  await member.goto('/settings/organization/audit');
  await expect(member.getByText(forbidden)).toBeVisible();
  const page = await open('admin', '/reports/audit/records/incident/none');
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing here' })).toBeVisible();
  await page.goto('/reports/audit/change-log?kind=worksite&from=2020-01-01&to=2020-01-02');
  await expect(page.getByText('No changes match')).toBeVisible();
  await look(page, 'a log without a line that matches');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('link', { name: 'Older' })).toBeVisible();
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('link', { name: 'Newest' })).toBeVisible();
});
