import { randomUUID } from 'node:crypto';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { callAs } from './support/new-organization.ts';
import { foundOrganization, signUp } from './support/newcomer.ts';
import { operator } from './support/operator.ts';
import { typeAddress, typeCard } from './support/payment.ts';

test.setTimeout(240_000);

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const cards = { declined: '4000 0000 0000 0002', asksEachTime: '4000 0027 6000 3184', asksOnce: '4000 0025 0000 3155' };

test('a user from a partner in Australia signs up, founds, is declined, fails at their bank and passes, goes from months to years by a quote that was read, cancels and restores', async ({
  visit,
}) => {
  const page = await visit('/signup/aud/RIGSAFE');
  await signUp(page, `${randomUUID()}@example.test`);
  await foundOrganization(page, `Rig ${randomUUID().slice(0, 8)}`);

  await expect(heading(page, 'Choose a plan')).toBeVisible();
  await look(page, 'what a partner’s customer finds');
  // This partner's customers start without a trial.
  await expect(page.getByRole('button', { name: /^Start free trial/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Buy Complete, paid by month' }).click();
  await page.getByLabel('Number of users').fill('8');
  await typeAddress(page, { province: 'State or territory', code: 'QLD' });

  await typeCard(page, cards.declined);
  // 9900 × 11 / 10 for up to ten, and 10 % of that.
  await page.getByRole('button', { name: 'Pay AUD 119.79' }).click();
  await expect(page.getByRole('link', { name: /The card was declined\. Nothing was charged\./ })).toBeVisible();

  await typeCard(page, cards.asksEachTime);
  await page.getByRole('button', { name: 'Pay AUD 119.79' }).click();
  await page.getByRole('button', { name: 'No, refuse' }).click();
  await expect(heading(page, 'Card declined')).toBeVisible();
  await look(page, 'a card that was refused by its owner');

  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Buy Complete, paid by month' }).click();
  await page.getByLabel('Number of users').fill('8');
  await typeAddress(page, { province: 'State or territory', code: 'QLD' });
  await typeCard(page, cards.asksOnce);
  await page.getByRole('button', { name: 'Pay AUD 119.79' }).click();
  await page.getByRole('button', { name: 'Yes, it is me' }).click();
  await expect(heading(page, 'Thank you')).toBeVisible();

  await test.step('from months to years: what is paid already is taken off, and the price is read before it is paid', async () => {
    await page.getByRole('link', { name: 'Payment Details' }).click();
    await page.getByRole('region', { name: 'Plan' }).getByRole('link', { name: 'Switch Payment Plan' }).click();
    await page.getByRole('link', { name: 'Switch to Complete, paid by year' }).click();
    await expect(page.getByRole('definition').filter({ hasText: '-AUD 108.90' })).toBeVisible();
    await look(page, 'months become years');
    // Ten months minus the one that was paid, and 10 % of that, charged to the stored card.
    await page.getByRole('button', { name: 'Pay AUD 1,078.11' }).click();
    await expect(heading(page, 'Thank you')).toBeVisible();
    await expect(page.getByText('AUD 1,078.11')).toBeVisible();
  });

  await page.getByRole('link', { name: 'Payment Details' }).click();
  const invoices = page.getByRole('list', { name: 'Invoices' });
  await expect(invoices.getByRole('listitem')).toHaveCount(2);
  await invoices
    .getByRole('button', { name: /^Show invoice/ })
    .first()
    .click();
  const invoice = page.getByRole('dialog');
  for (const line of ['GST 10 %', 'Credit for what is paid already', 'AUD 1,078.11'])
    await expect(invoice.getByText(line).first()).toBeVisible();
  await look(page, 'an invoice with a credit');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Your organization has cancelled their account.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore subscription' }).click();
  await expect(page.getByText('Your organization has cancelled their account.')).toHaveCount(0);
});

test('a user without a partner tries the product to the end of the trial: reports are still accepted, and products are offered', async ({
  visit,
}) => {
  const page = await visit('/signup');
  await signUp(page, `${randomUUID()}@example.test`);
  await foundOrganization(page, `Sloop ${randomUUID().slice(0, 8)}`);
  await page.getByRole('link', { name: 'See plans and prices' }).click();
  await expect(heading(page, 'Choose Payment Plan')).toBeVisible();
  await page.getByRole('button', { name: 'Start free trial of Essentials, paid a month' }).click();
  await expect(page.getByText('14 days left in your free trial of Essentials.')).toBeVisible();

  const { organization } = await (await callAs(page))<{ organization: { guid: string } }>('GET', '/startup');
  operator('billing', 'clock', '--organization', organization.guid, '--forward', '13d');
  await page.goto('/');
  await expect(page.getByText('1 day left in your free trial of Essentials.')).toBeVisible();
  await look(page, 'the last day of a trial');
  operator('billing', 'clock', '--organization', organization.guid, '--forward', '2d');
  await page.goto('/');
  await expect(heading(page, 'Your free trial has ended')).toBeVisible();
  await page.getByRole('link', { name: 'Report an event' }).click();
  await expect(page).toHaveURL(/\/events\/add/);
});
