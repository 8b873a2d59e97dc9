import type { Page } from './journey.ts';

/** Types a test card into the fields that stand on the page. */
export async function typeCard(page: Page, number: string, securityCode = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/39');
  await page.getByLabel('Security code').fill(securityCode);
}

export async function typeAddress(page: Page, { province = 'Province or territory', code = 'AB' } = {}): Promise<void> {
  await page.getByLabel(province).selectOption(code);
  await page.getByLabel('Address', { exact: true }).fill('12 Quay Street');
  await page.getByLabel('City').fill('Calgary');
  await page.getByLabel('Postal code').fill('T2P 1A1');
}

/** Whatever a request says that left the browser from now on. */
export function saidBy(page: Page): string[] {
  const said: string[] = [];
  page.context().on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`));
  return said;
}

/** What was said with one of these card numbers in it, however they were written. */
export const withCardNumbers = (said: readonly string[], numbers: readonly string[]): string[] =>
  said.filter((words) => numbers.some((number) => words.replaceAll(/[ +-]|%20/g, '').includes(number)));
