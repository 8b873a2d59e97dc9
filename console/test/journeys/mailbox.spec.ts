import { randomUUID } from 'node:crypto';
import type { MailboxAnswer } from '@plimsoll/contracts/mail/mailbox';
import { inspect, reflows, smallTargets } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { password, people } from './support/people.ts';

test('a mail reports that an event waits for its recipient, and links to it', async ({ as, visit, word }, {
  project,
}) => {
  const [reporter, mei] = [await as('member'), await as('mei')];
  const { eventId, number } = await reporter.report('Near miss', { description: `A ladder slipped ${word}` });
  await reporter.command(eventId, 'request-review', { reviewerGuid: await reporter.guidOf('mei') });
  await mei.command(eventId, 'review', { severity: 2, likelihood: 2 });
  await mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('manager', 'APPROVE_EVENTS') });

  const page = await visit(`/mailbox?to=${people.manager.email}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Mailbox' })).toBeVisible();
  const mail = page.getByRole('link', { name: new RegExp(`^Event ${number} is waiting for your approval`) });
  await expect(mail).toBeVisible({ timeout: 15_000 });
  await inspect(page, '/mailbox');
  await mail.click();
  await expect(
    page.getByRole('heading', { level: 2, name: `Event ${number} is waiting for your approval` }),
  ).toBeVisible();
  await expect(
    page.frameLocator('iframe').getByText(`You were asked to approve event ${number} (Near miss).`),
  ).toBeVisible();
  await inspect(page, '/mailbox with a mail');
  if (project.name === 'phone') {
    expect(await smallTargets(page, 44)).toEqual([]);
    await reflows(page, '/mailbox with a mail');
  }

  await page.getByRole('link', { name: 'Open the link' }).click();
  await page.getByLabel('Email address or username').fill(people.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}$`));
  await expect(page).toHaveTitle(`Event ${number} · Plimsoll`);
});

test('a mailbox with nothing in it says what will be there, and a mail appears by itself', async ({ visit }, {
  project,
}) => {
  const page = await visit();
  // It contains the mails of other journeys.
  let isEmpty = true;
  await page.route(/\/api\/mailbox/, (route) =>
    isEmpty ? route.fulfill({ json: { items: [] } satisfies MailboxAnswer }) : route.continue(),
  );
  await page.goto('/mailbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Mailbox' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'No mails yet' })).toBeVisible();
  await inspect(page, '/mailbox, empty');
  if (project.name === 'phone') {
    expect(await smallTargets(page, 44)).toEqual([]);
    await reflows(page, '/mailbox, empty');
  }
  isEmpty = false;
  // An address gets at most five mails of a kind in an hour, so this one is new.
  const emailAddress = `${randomUUID()}@example.test`;
  await page.request.post('/api/onboarding', {
    data: { name: 'Nora Reef', emailAddress, password: 'quay-lantern-83' },
  });
  await expect(page.getByRole('link', { name: new RegExp(`to ${emailAddress}`) })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { level: 2, name: 'No mails yet' })).toHaveCount(0);
});
