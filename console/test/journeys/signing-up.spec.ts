import { randomUUID } from 'node:crypto';
import { inspect, reflows, smallTargets } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';

/** Every page on the way is inspected as well. */
async function look(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await inspect(page, title);
  if (test.info().project.name !== 'phone') return;
  expect.soft(await smallTargets(page, 44), `targets of ${title}`).toEqual([]);
  await reflows(page, title);
}

/** Opens the link of the newest mail with a subject, from the mailbox. */
async function openMail(page: Page, to: string, subject: string): Promise<void> {
  await page.goto(`/mailbox?to=${encodeURIComponent(to)}`);
  await page.getByRole('list', { name: 'Mails' }).getByRole('link', { name: subject }).first().click();
  await page.getByRole('link', { name: 'Open the link' }).click();
}

async function signIn(page: Page, emailAddress: string, password: string): Promise<void> {
  await page.getByLabel('Email address or username').fill(emailAddress);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a new user verifies their address by a mail, is signed in, and signs in again after forgetting the password', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const emailAddress = `${randomUUID()}@example.test`;
  const page = await visit('/signin');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.goto('/signup/aud/some-partner?utm_source=x');
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const error of [
    "Full name can't be blank",
    "Email address can't be blank",
    "Password can't be blank",
    'You must agree to the terms and conditions and privacy policy',
  ])
    await expect(page.getByText(error)).toBeVisible();
  await look(page, 'Create an account');
  const agreement = page.locator('label').filter({ has: page.getByRole('checkbox') });
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      agreement.getByRole('link', { name, exact: true }).click(),
    ]);
    await expect(opened.getByRole('heading', { level: 1, name })).toBeVisible();
    await opened.close();
  }
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByLabel('Full Name').fill('Nora Reef');
  await page.getByLabel('Email Address').fill(emailAddress);
  await page.getByLabel('Choose a Password (min. 8 characters)').fill('password1');
  await page.getByText('I agree to the Terms of Service').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This password is among the commonest. Choose another one.')).toBeVisible();
  await page.getByLabel('Choose a Password (min. 8 characters)').fill('quay-lantern-83');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`We sent a mail to ${emailAddress}.`)).toBeVisible();
  await look(page, 'Check your mail');

  await test.step('signing in before that refers to the mail', async () => {
    await page.goto('/signin');
    await signIn(page, emailAddress, 'quay-lantern-83');
    await expect(page.getByText(`We sent a mail to ${emailAddress}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Send another mail' }).click();
    await expect(page.getByText('another mail is on its way')).toBeVisible();
  });

  await openMail(page, emailAddress, 'Verify your email address');
  await look(page, 'Your account is ready');
  await expect(page.getByText('You do not belong to an organization yet')).toBeVisible();
  expect(page.url()).not.toContain('#');

  await test.step('a link that was used says so, and its token is gone from the address', async () => {
    const other = await visit(`/mailbox?to=${encodeURIComponent(emailAddress)}`);
    await openMail(other, emailAddress, 'Verify your email address');
    await look(other, 'This link has expired');
    expect(other.url()).not.toContain('#');
  });

  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await look(page, 'Forgot your password?');
  await page.getByLabel('Email address or username').fill(emailAddress);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await look(page, 'Check your mail');
  await openMail(page, emailAddress, 'Set a new password');
  await look(page, 'Set a new password');
  expect(page.url()).not.toContain('#');
  await page.getByLabel('New password', { exact: true }).fill('another-lantern-84');
  await page.getByLabel('Repeat the new password').fill('another-lantern-85');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Repeat the new password').fill('another-lantern-84');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await look(page, 'Your password is set');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, emailAddress, 'another-lantern-84');
  await expect(page.getByText('You do not belong to an organization yet')).toBeVisible();
});

test('who opens the link in another browser shows by the password that they signed up', async ({ visit }) => {
  const emailAddress = `${randomUUID()}@example.test`;
  const page = await visit('/signup');
  await page.getByLabel('Full Name').fill('Nora Reef');
  await page.getByLabel('Email Address').fill(emailAddress);
  await page.getByLabel('Choose a Password (min. 8 characters)').fill('quay-lantern-83');
  await page.getByText('I agree to the Terms of Service').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`We sent a mail to ${emailAddress}.`)).toBeVisible();

  const other = await visit('/mailbox');
  await openMail(other, emailAddress, 'Verify your email address');
  await look(other, 'Enter your password');
  await other.getByLabel('Password').fill('not-the-password');
  await other.getByRole('button', { name: 'Verify my address' }).click();
  await expect(other.getByText('Incorrect email address or password.')).toBeVisible();
  await other.getByLabel('Password').fill('quay-lantern-83');
  await other.getByRole('button', { name: 'Verify my address' }).click();
  await expect(other.getByText('You do not belong to an organization yet')).toBeVisible();
});
