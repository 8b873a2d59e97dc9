import { expect, type Page } from './journey.ts';

/** Signs up on the current page, and opens the link of the mail. */
export async function signUp(page: Page, emailAddress: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Nora Reef');
  await page.getByLabel('Email Address').fill(emailAddress);
  await page.getByLabel('Choose a Password (min. 8 characters)').fill('quay-lantern-83');
  await page.getByText('I agree to the Terms of Service').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`We sent a mail to ${emailAddress}.`)).toBeVisible();
  await page.goto(`/mailbox?to=${encodeURIComponent(emailAddress)}`);
  await page
    .getByRole('list', { name: 'Mails' })
    .getByRole('link', { name: 'Verify your email address' })
    .first()
    .click();
  await page.getByRole('link', { name: 'Open the link' }).click();
}

/** Founds an organization with its first page, and skips its locations. */
export async function foundOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: /^Set up an organization/ }).click();
  await page.getByLabel('Organization name').fill(name);
  await page.getByText('1-10', { exact: true }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Primary location' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
}

export async function chooseRegion(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Region' }).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}
