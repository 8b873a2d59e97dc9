import { randomUUID } from 'node:crypto';
import { countEffort } from './support/effort.ts';
import { look } from './support/inspect.ts';
import { cold, expect, test, type Page } from './support/journey.ts';
import { chooseRegion, signUp } from './support/newcomer.ts';

/** What a newcomer may have to do until the dashboard shows their first event. */
const MOST = { clicks: 28, fields: 15 };

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const dialog = (page: Page) => page.getByRole('dialog');
const firstSteps = (page: Page) => page.getByRole('region', { name: 'First steps' });
const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const home = (page: Page) => page.getByRole('banner').getByRole('link').first();

test('a newcomer gets from sign-up to a first report and a dashboard with at most 28 clicks and 15 typed fields: a worksite, two colleagues and the hours of a month included', async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const page = await visit('/signup', cold);
  const effort = await countEffort(page);
  await page.goto('/signup');

  await test.step('an account, and an organization with its region and industry', async () => {
    await signUp(page, `${randomUUID()}@example.test`);
    await page.getByRole('link', { name: /^Set up an organization/ }).click();
    await page.getByLabel('Organization name').fill(`Reef Works ${randomUUID().slice(0, 8)}`);
    await page.getByText('11-50').click();
    await next(page).click();
    await chooseRegion(page, 'Alberta');
    await next(page).click();
    await page.getByRole('searchbox', { name: 'Search industries' }).fill('logging');
    await page
      .getByRole('checkbox', { name: /^Logging/ })
      .locator('..')
      .click();
    await next(page).click();
    await page.getByRole('button', { name: 'Finish' }).click();
  });

  await test.step('no price was asked for: the dashboard shows what comes first', async () => {
    await heading(page, /^Good /);
    await expect(firstSteps(page)).toContainText('0 of 4 done');
    await expect(firstSteps(page).getByRole('link', { name: 'See plans and prices' })).toBeVisible();
    await look(page, 'the dashboard of a new organization');
  });

  await test.step('a worksite', async () => {
    await firstSteps(page).getByRole('button', { name: 'Add a worksite…' }).click();
    await dialog(page).getByLabel('Name').fill('Quay');
    await dialog(page).getByRole('button', { name: 'Create worksite' }).click();
    await expect(firstSteps(page)).toContainText('1 of 4 done');
  });

  await test.step('two colleagues, who are then on People', async () => {
    await firstSteps(page).getByRole('button', { name: 'Invite people…' }).click();
    await dialog(page)
      .getByLabel('Email addresses')
      .fill(`Bo Reef ${randomUUID()}@example.test\nAda Holt ${randomUUID()}@example.test`);
    await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByText('2 invitations sent').first()).toBeVisible();
    await expect(firstSteps(page)).toContainText('2 of 4 done');
  });

  await test.step('a report with all its questions: the only worksite is chosen already', async () => {
    await firstSteps(page).getByRole('link', { name: 'Report your first event' }).click();
    await page
      .getByRole('link', { name: /^Near miss/ })
      .first()
      .click();
    await page.getByLabel('What happened?').fill('A plank slid off the pallet. Nobody stood there.');
    await page.getByLabel(/^Immediate actions/).fill('Moved the pallet.');
    await page.getByText('First aid', { exact: true }).click();
    await page
      .getByRole('radiogroup', { name: /happened here before/ })
      .getByText('No', { exact: true })
      .click();
    await page.getByLabel(/What kept it from being worse/).fill('The barrier.');
    await page.getByRole('button', { name: 'Report a near miss…' }).filter({ visible: true }).click();
    await expect(dialog(page)).toContainText('Quay');
    await dialog(page).getByRole('button', { name: 'Report a near miss' }).click();
    await heading(page, /A plank slid off the pallet/);
  });

  await test.step('the hours of a month, and the dashboard shows the first event', async () => {
    await home(page).click();
    await expect(firstSteps(page)).toContainText('3 of 4 done');
    await look(page, 'the dashboard with its first event');
    await firstSteps(page)
      .getByRole('link', { name: /^Enter .* hours$/ })
      .click();
    const employees = page.getByRole('region', { name: 'Employees' });
    await employees.getByLabel('Hours worked').fill('1600');
    await employees.getByLabel('Head count').fill('10');
    await page
      .getByRole('button', { name: /^Save / })
      .filter({ visible: true })
      .click();
    await heading(page, /^Good /);
    await expect(firstSteps(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Incidents/ })).toContainText('1');
  });

  console.log(`newcomer's path, ${test.info().project.name}: ${effort.clicks} clicks, ${effort.fields} typed fields`);
  expect(effort.clicks, 'clicks').toBeLessThanOrEqual(MOST.clicks);
  expect(effort.fields, 'typed fields').toBeLessThanOrEqual(MOST.fields);
  // The counters work: nobody signs up with less.
  expect(effort.clicks).toBeGreaterThan(10);
  expect(effort.fields).toBeGreaterThan(5);

  await test.step('who was invited is on People', async () => {
    await page.goto('/organization/people');
    const pending = page.getByRole('list', { name: 'Invited, not yet joined' });
    await expect(pending.getByRole('listitem')).toHaveCount(2);
    await expect(pending).toContainText('Ada Holt');
    await look(page, 'people, two of them invited');
  });
});
