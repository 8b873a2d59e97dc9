import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { callAs, invite, newOrganization } from './support/new-organization.ts';
import { newPerson } from './support/new-person.ts';
import { operator } from './support/operator.ts';
import { typeAddress, typeCard } from './support/payment.ts';

test.setTimeout(180_000);

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a founder sees prices on request; once a plan is due they are led to the products, report from there, and come home once a trial has begun', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page, { hasPlan: false });
  await page.goto('/');
  await expect(heading(page, /^Good /)).toBeVisible();
  await expect(page.getByText(/CAD/)).toHaveCount(0);
  await page.getByRole('link', { name: 'See plans and prices' }).click();
  await expect(page.getByRole('list', { name: 'Essentials' })).toContainText('CAD');

  const colleague = await visit();
  const { emailAddress } = await newPerson(colleague, 'Bo Reef');
  await invite(organization, emailAddress);
  await (await callAs(colleague))(
    'PATCH',
    `/org-invitations/${organization.guid}/${encodeURIComponent(emailAddress)}`,
    { status: 'ACCEPTED' },
  );
  operator('billing', 'clock', '--organization', organization.guid, '--forward', '14d');
  await page.goto('/');
  await expect(heading(page, 'Choose a product')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Essentials' })).toContainText('CAD');
  await look(page, 'what is sold');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Report an event' }).click();
  await expect(page).toHaveURL(/\/events\/add/);

  await test.step('another user sees whom to ask', async () => {
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

test('without a trial a plan has to be chosen: gated pages say so, and records have a banner', async ({ visit }) => {
  const page = await visit();
  const { guid, call } = await newOrganization(page, { hasPlan: false });
  // A user whose page is already open learns of it by the refusal.
  await page.goto('/settings/organization/worksites');
  await call('POST', `/orgs/${guid}/subscription/essentials/WEEK`, {
    startFreeTrial: false,
    emailAddress: 'pay@example.test',
  });
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
  // Another plan has a trial, which begins once it is chosen.
  await page.getByRole('button', { name: 'Choose Essentials, paid by month' }).click();
  await expect(page.getByText('Essentials is chosen, and its free trial has not begun.')).toBeVisible();
  await page.getByRole('button', { name: 'Start free trial of Essentials, paid a month' }).click();
  await expect(heading(page, /^Good /)).toBeVisible();
});

test('a trial that is over, one that begins with a card, and payment that is due have a page of their own', async ({
  visit,
}) => {
  const page = await visit();
  const carded = await newOrganization(page, { hasPlan: false, utmCampaign: 'spring-cards' });
  await page.goto('/');
  await expect(heading(page, 'Start your free trial')).toBeVisible();
  await look(page, 'a trial that begins with a card');

  operator('billing', 'flag', carded.guid, 'off');
  const showsStatus = async (status: string, title: string) => {
    operator('organization', 'subscription', carded.guid, '--status', status);
    await page.goto('/');
    await expect(heading(page, title)).toBeVisible();
    await look(page, title);
  };
  await showsStatus('FREE_TRIAL_EXPIRED', 'Your free trial has ended');
  await showsStatus('PAYMENT_REQUIRED', 'Payment Details');
  await expect(page.getByText('Payment is overdue on this account.')).toBeVisible();
});

test('a plan is chosen, quoted and paid for once: a card is declined, another one asks its owner; then it is invoiced, cancelled and restored', async ({
  visit,
}) => {
  const page = await visit();
  const { guid, call } = await newOrganization(page, { hasPlan: false });
  await page.goto('/billing/choose-product');
  await page.getByRole('button', { name: 'Choose Essentials, paid by week' }).click();
  await expect(heading(page, 'Pay for Essentials, paid by week')).toBeVisible();
  await expect(page.getByText('CAD 15.00').first()).toBeVisible();
  await look(page, 'a plan to be paid for');

  await test.step('missing and wrong values are errors at their fields, and nothing is sent', async () => {
    await page.getByRole('button', { name: /^Pay CAD/ }).click();
    await expect(page.getByRole('link', { name: 'Please enter a valid credit card number' })).toBeVisible();
    await typeCard(page, '6011 1111 1111 1117');
    await expect(
      page.getByRole('link', { name: 'Visa, MasterCard, and American Express are the only cards accepted' }),
    ).toBeVisible();
    await page.getByLabel('Discount code').fill('NOSUCH');
    await page.getByRole('button', { name: 'Apply code' }).click();
    await expect(page.getByText('Promotional code not found').first()).toBeVisible();
    await page.getByLabel('Discount code').fill('');
    await expect(page.getByText('Promotional code not found')).toHaveCount(0);
    await page.getByLabel('Number of users').fill('11');
  });

  await typeAddress(page);
  await typeCard(page, '4000-0000-0000-9995');
  // 500 + 11 × 100, and 5 % of that.
  await page.getByRole('button', { name: 'Pay CAD 16.80' }).click();
  await expect(
    page.getByRole('link', { name: /The card was declined\. Nothing was charged\. There is not enough money on it\./ }),
  ).toBeVisible();
  await look(page, 'a card that was declined');

  await typeCard(page, '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Pay CAD 16.80' }).click();
  await expect(heading(page, 'Your bank asks whether it is you')).toBeVisible();
  await look(page, 'a card whose owner is asked');
  await page.reload();
  await page.getByRole('button', { name: 'No, refuse' }).click();
  await expect(heading(page, 'Card declined')).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Buy Essentials, paid by month' }).click();
  await expect(heading(page, 'Essentials, paid by month')).toBeVisible();
  await page.getByLabel('Number of users').fill('11');
  await typeAddress(page);
  await typeCard(page, '5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Pay CAD 54.60' }).dblclick();
  await expect(heading(page, 'Thank you')).toBeVisible();
  await expect(page.getByText('CAD 54.60')).toBeVisible();
  await look(page, 'a purchase that is complete');
  await page.reload();
  await expect(heading(page, 'Thank you')).toBeVisible();
  expect((await call<{ totalCount: number }>('GET', `/orgs/${guid}/invoices`)).totalCount).toBe(1);

  await page.getByRole('link', { name: 'Payment Details' }).click();
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('MasterCard ending in 4444')).toBeVisible();
  await look(page, 'payment details');
  await page.getByRole('button', { name: /^Show invoice/ }).click();
  for (const words of ['GST 5 %', 'MasterCard ending in 4444'])
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  await look(page, 'an invoice');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^[0-9a-f]{12}-1\.pdf$/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('dialog').getByText(/goes on until/)).toBeVisible();
  await look(page, 'before a subscription is cancelled');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Your organization has cancelled their account.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore subscription' }).click();
  await expect(page.getByText('Your organization has cancelled their account.')).toHaveCount(0);
});

test('a purchase whose answer was lost is found out about, and is not made twice', async ({ visit }) => {
  const page = await visit();
  const { guid, call } = await newOrganization(page, { hasPlan: false });
  await call('POST', `/orgs/${guid}/subscription/essentials/WEEK`, {
    startFreeTrial: false,
    emailAddress: 'pay@example.test',
  });
  await page.goto('/billing/choose-a-plan/payment');
  await typeAddress(page);
  await typeCard(page, '4242 4242 4242 4242');
  let isLost = false;
  await page.route('**/subscription/essentials/WEEK', async (route) => {
    if (route.request().method() !== 'PUT' || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Pay CAD 15.75' }).click();
  await expect(heading(page, 'Thank you')).toBeVisible();
  expect((await call<{ totalCount: number }>('GET', `/orgs/${guid}/invoices`)).totalCount).toBe(1);
});

test('a trial that begins with a card does so, and home is home from then on', async ({ visit }) => {
  const page = await visit();
  await newOrganization(page, { hasPlan: false, utmCampaign: 'spring-cards' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Choose Essentials, paid by month' }).click();
  await expect(heading(page, 'Essentials, paid by month')).toBeVisible();
  await look(page, 'the plan of a trial with a card');
  await page.getByRole('link', { name: 'Go on to the card' }).click();
  await typeAddress(page);
  await typeCard(page, '4242 4242 4242 4242');
  // The price is busy until it is fetched again.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await look(page, 'the card of a trial');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await expect(heading(page, 'Thank you')).toBeVisible();
  await expect(page.getByText(/The first payment of CAD\s[\d.]+ is due on/)).toBeVisible();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(heading(page, /^Good /)).toBeVisible();
});
