import { execFileSync } from 'node:child_process';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { callAs, invite, newOrganization } from './support/new-organization.ts';
import { newPerson } from './support/new-person.ts';

test.setTimeout(180_000);

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** What an operator does. */
const operator = (...args: string[]) => execFileSync(process.execPath, ['services/launcher/bin/plimsoll.mjs', ...args], { env: { ...process.env, DATA_DIR: process.env['PLIMSOLL_DATA_DIR'] }, stdio: 'ignore' });

test('whoever has founded an organization is led on to what is sold, reports from there, and comes home once a trial has begun', async ({ visit }) => {
  const page = await visit('/privacy');
  const organization = await newOrganization(page, { hasPlan: false });
  await page.goto('/');
  await expect(heading(page, 'Choose a product')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Essentials' })).toContainText('CAD');
  await look(page, 'what is sold');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Report an event' }).click();
  await expect(page).toHaveURL(/\/events\/add/);

  await test.step('somebody else is told whom to ask', async () => {
    const colleague = await visit('/privacy');
    const { emailAddress } = await newPerson(colleague, 'Bo Reef');
    await invite(organization, emailAddress);
    await (await callAs(colleague))('PATCH', `/org-invitations/${organization.guid}/${encodeURIComponent(emailAddress)}`, { status: 'ACCEPTED' });
    await colleague.goto('/');
    await expect(colleague.getByText('Please contact your organization administrator.')).toBeVisible();
    await look(colleague, 'what is sold, for whoever does not choose');
  });

  await page.goto('/billing/free-trial-ended');
  await expect(heading(page, 'Choose a product')).toBeVisible();
  await page.getByRole('button', { name: 'Start free trial of Essentials, paid a month' }).click();
  await expect(heading(page, /^Good /)).toBeVisible();
  await expect(page.getByText('14 days left in your free trial of Essentials.')).toBeVisible();
  await page.goto('/billing/choose-product');
  await expect(heading(page, /^Good /)).toBeVisible();
  await page.getByRole('link', { name: 'Upgrade' }).click();
  await expect(heading(page, 'Switch Payment Plan')).toBeVisible();
});

test('where there is no trial a plan is to be chosen: what is walled says so, and records stand under a banner', async ({ visit }) => {
  const page = await visit('/privacy');
  const { guid, call } = await newOrganization(page, { hasPlan: false });
  // Whoever has the page open already learns of it by what is refused.
  await page.goto('/settings/organization/worksites');
  await call('POST', `/orgs/${guid}/subscription/essentials/WEEK`, { startFreeTrial: false, emailAddress: 'pay@example.test' });
  await page.getByRole('button', { name: 'New worksite…' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('North quay');
  await page.getByRole('dialog').getByRole('button', { name: 'Create worksite' }).click();
  await expect(page.getByText('Your organization needs a subscription for this').first()).toBeVisible();
  await look(page, 'a worksite that is refused');
  await page.goto('/events/list/1');
  await expect(page.getByText('No plan is running yet.')).toBeVisible();
  await look(page, 'records under a banner');
  await page.goto('/');
  await expect(heading(page, 'Choose a plan')).toBeVisible();
  await look(page, 'a plan is to be chosen');
});

test('a trial that is over, one that begins with a card, and payment that is due have a page of their own', async ({ visit }) => {
  const page = await visit('/privacy');
  const carded = await newOrganization(page, { hasPlan: false, utmCampaign: 'spring-cards' });
  await page.goto('/');
  await expect(heading(page, 'Start your free trial')).toBeVisible();
  await look(page, 'a trial that begins with a card');

  operator('billing', 'flag', carded.guid, 'off');
  const stands = async (status: string, title: string) => {
    operator('organization', 'subscription', carded.guid, '--status', status);
    await page.goto('/');
    await expect(heading(page, title)).toBeVisible();
    await look(page, title);
  };
  await stands('FREE_TRIAL_EXPIRED', 'Your free trial has ended');
  await stands('PAYMENT_REQUIRED', 'Payment Details');
  await expect(page.getByText('Payment is overdue on this account.')).toBeVisible();
});
