import type { Page, Request } from '@playwright/test';
import { testCards } from '../../../src/features/billing/pay/test-cards.ts';

/** Types a test card into the fields of the page. */
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

/** Card numbers that journeys type: those of the test provider, and two that it refuses. */
const numbers = [...testCards.map(({ number }) => number), '4111 1111 1111 1111', '6011 1111 1111 1117'];
const BETWEEN = '(?:[ +-]|%20)?';
const cardNumber = new RegExp(numbers.map((number) => [...number.replaceAll(' ', '')].join(BETWEEN)).join('|'));

/** The card number in a request's address or body, with blanks or dashes or without; null if there is none. */
export const cardNumberIn = (request: Request): string | null =>
  cardNumber.exec(request.url())?.[0] ?? cardNumber.exec(request.postData() ?? '')?.[0] ?? null;
