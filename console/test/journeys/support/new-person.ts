import { createHmac, randomUUID } from 'node:crypto';
import type { MailboxAnswer } from '@plimsoll/contracts/mail/mailbox';
import { expect, type Page } from './journey.ts';

export interface NewPerson {
  name: string;
  emailAddress: string;
  password: string;
}

/** The link of the newest mail with a subject to an address, once it has arrived. */
export async function mailedLink({ request }: Page, to: string, subject: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { items } = (await (
          await request.get(`/api/mailbox?to=${encodeURIComponent(to)}`)
        ).json()) as MailboxAnswer;
        link = items.find((mail) => mail.subject === subject)?.link;
        return link;
      },
      { timeout: 15_000 },
    )
    .toBeTruthy();
  return link!;
}

/** A link as an address of this page, since the product may have another origin. */
export function insideOf(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

/** A new user, signed in on the page's browser, without a membership. */
export async function newPerson(page: Page, name = 'Nora Reef', domain = 'example.test'): Promise<NewPerson> {
  const person = { name, emailAddress: `${randomUUID()}@${domain}`, password: 'quay-lantern-83' };
  const { request } = page;
  const response = await request.post('/api/onboarding', { data: person });
  expect(response.status(), await response.text()).toBe(202);
  const token = new URL(await mailedLink(page, person.emailAddress, 'Verify your email address')).hash.slice(1);
  expect((await request.post('/api/auth', { data: { emailVerificationToken: token } })).status()).toBe(200);
  return person;
}

/** Signs in on the sign-in page with a password. */
export async function typeCredentials(
  page: Page,
  { emailAddress, password }: Pick<NewPerson, 'emailAddress' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email address or username').fill(emailAddress);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const STEP_MS = 30_000;

/**
 * The code that an authenticator app shows for a secret in Base32, by RFC 6238; `later` is a number of steps of half a
 * minute.
 */
export function codeOf(secret: string, later = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
