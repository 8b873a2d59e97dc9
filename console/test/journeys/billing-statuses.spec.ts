import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { operatorOnce } from './support/operator.ts';
import { password } from './support/people.ts';

test.setTimeout(300_000);

const HOME = /^Good /;
const OVERDUE = 'Payment is overdue on this account.';
/** Each status with its landing page and the banner above records. */
const statuses: readonly (readonly [status: string, landing: string | RegExp, banner: string | RegExp | null])[] = [
  ['UNKNOWN', HOME, null],
  // Prices replace home once a plan is due.
  ['CHOOSE_PRODUCT', HOME, null],
  ['START_FREE_TRIAL', 'Choose a product', null],
  ['FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS', 'Start your free trial', null],
  ['NO_TRIAL_AVAILABLE', 'Choose a plan', 'No plan is running yet.'],
  ['IN_FREE_TRIAL', HOME, /^\d+ days left in your free trial of Essentials\.$/],
  ['FREE_TRIAL_EXPIRED', 'Your free trial has ended', 'Your free trial has ended.'],
  ['FREE_TRIAL_SUBSCRIPTION_CONFIGURED', HOME, null],
  ['ACTIVE', HOME, null],
  ['IN_GRACE_PERIOD', HOME, OVERDUE],
  ['PAYMENT_REQUIRED', 'Payment Details', OVERDUE],
  [
    'CANCELLED_ACTIVE',
    HOME,
    /^Your organization has cancelled their account\. You will retain access premium features until /,
  ],
  ['NO_SUBSCRIPTION', 'Payment Details', 'Your subscription has ended.'],
];
/** The banners of users who do not manage the subscription, where they differ. */
const forOthers: Readonly<Record<string, string>> = {
  PAYMENT_REQUIRED: 'Payment is overdue',
  NO_SUBSCRIPTION: 'Your subscription has ended',
};
const anyBanner =
  /left in your free trial|overdue on this account|has cancelled their account|No plan is running yet|has ended\./;

async function openAs(page: Page, identifier: string): Promise<void> {
  expect((await page.request.post('/api/auth', { data: { identifier, password } })).ok()).toBe(true);
  await page.goto('/choose-organization');
}

async function choose(page: Page, status: string): Promise<void> {
  await page.goto('/choose-organization');
  await page.getByRole('button', { name: new RegExp(`^Billing ${status}(?![A-Z_])`) }).click();
}

test('each of thirteen statuses leads to its own page and has its own banner, for those who manage the subscription and for others', async ({
  visit,
}) => {
  await operatorOnce('billing', 'demo');
  const page = await visit('/signin');
  await openAs(page, 'billing@demo.example');
  for (const [status, landing, banner] of statuses) {
    await test.step(status, async () => {
      await choose(page, status);
      await expect(page.getByRole('heading', { level: 1, name: landing })).toBeVisible();
      // Home without a banner is inspected elsewhere.
      if (landing !== HOME || banner) await look(page, `the landing of ${status}`);
      await page.goto('/events/list/1');
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
      if (banner) await expect(page.getByText(banner).first()).toBeVisible();
      else await expect(page.getByText(anyBanner)).toHaveCount(0);
    });
  }
  const crew = await visit('/signin');
  await openAs(crew, 'crew@demo.example');
  for (const [status, landing] of statuses.filter(([, leadsTo]) => leadsTo !== HOME)) {
    await test.step(`${status}, for a member`, async () => {
      await choose(crew, status);
      await expect(crew.getByRole('heading', { level: 1, name: forOthers[status] ?? landing })).toBeVisible();
      await expect(crew.getByText('Please contact your organization administrator.').first()).toBeVisible();
      await expect(crew.getByRole('link', { name: 'Report an event' }).first()).toBeVisible();
    });
  }
});
