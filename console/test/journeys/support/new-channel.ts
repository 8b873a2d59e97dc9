import type { Page } from '@playwright/test';

const dialog = (page: Page) => page.getByRole('dialog');

/** Creates an API key, and returns the curl command line that is shown with it once. */
export async function lineOfNewKey(page: Page, name: string): Promise<string> {
  await page.goto('/settings/organization/integrations/keys');
  await page.getByRole('button', { name: 'New key…' }).first().click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog(page).getByRole('button', { name: 'Make key' }).click();
  const line = await dialog(page)
    .getByText(/^curl /)
    .innerText();
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  return line;
}

/** Creates a webhook to an address, and returns its secret, which is shown once. */
export async function secretOfNewWebhook(page: Page, name: string, address: string): Promise<string> {
  await page.goto('/settings/organization/integrations/webhooks');
  await page.getByRole('button', { name: 'New webhook…' }).first().click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog(page).getByLabel('Address').fill(address);
  await dialog(page).getByRole('button', { name: 'Make webhook' }).click();
  const shown = await dialog(page)
    .getByText(/^whsec_/)
    .innerText();
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  return shown;
}
