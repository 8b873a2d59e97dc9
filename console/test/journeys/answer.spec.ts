import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { MailboxAnswer } from '@plimsoll/contracts/mail/mailbox';
import { colleague } from './support/colleague.ts';
import { readyWithoutNetwork } from './support/device.ts';
import { answered, ask, bell, bellPanel } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { callAs, newOrganization, reportNearMiss, type NewOrganization } from './support/new-organization.ts';

const report = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });

/** A report of Sam; other journeys add some to those of the demo. */
const ofSam = (page: Page) => page.getByRole('main').getByRole('listitem').first();

/** Sends a command for an event as it is now. */
async function command(call: NewOrganization['call'], eventId: string, verb: string, body: unknown = {}) {
  await call('POST', `/reported-events/${eventId}/${verb}`, body);
}

test('a worker reads what became of a report in words of their own: received, being reviewed, needs changes, reviewed with a sentence, closed', async ({
  visit,
  word,
}) => {
  test.setTimeout(180_000);
  const admin = await visit();
  const organization = await newOrganization(admin);
  const { call } = organization;
  const { user } = await call<{ user: { guid: string } }>('GET', '/startup');
  const { page: worker, emailAddress } = await colleague(visit, organization, 'Kim Cho');

  await worker.goto('/my-reports');
  await expect(worker.getByRole('heading', { name: 'You have not reported anything yet' })).toBeVisible();
  await look(worker, 'my reports before the first one');

  const own = await callAs(worker);
  const words = `Sling frayed ${word}`;
  const eventId = await reportNearMiss({ guid: organization.guid, call: own }, words);
  const kims = report(worker, words);
  await worker.goto('/dashboard');
  await expect(worker.getByRole('region', { name: 'My reports' })).toContainText('Received');
  await worker.getByRole('link', { name: 'Open my reports' }).click();
  await expect(kims).toContainText('Nobody has been asked to review it yet.');

  const reopen = async () => {
    await worker.goto('/my-reports');
    await expect(kims).toBeVisible();
  };
  await command(call, eventId, 'request-review', { reviewerGuid: user.guid });
  await reopen();
  await expect(kims).toContainText(/Being reviewedIt waits for Fay Holm to review it, since \d+ \w+ \d{4}\./);
  await command(call, eventId, 'return', { comment: 'Which sling?' });
  await reopen();
  await expect(kims).toContainText(/Needs your changesReturned on \d+ \w+ \d{4}\. Change it and send it again\./);
  await command(own, eventId, 'request-review', { reviewerGuid: user.guid });

  await admin.goto(`/events/${eventId}`);
  const review = await ask(admin, /^Review/);
  await review.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: '2 Moderate' }).check();
  await review.getByRole('radiogroup', { name: 'Likelihood' }).getByRole('radio', { name: '2 Unlikely' }).check();
  await review.getByLabel('A sentence to Kim, who reported it').fill('We threw away all slings of that batch.');
  await look(admin, 'a review with a sentence to the reporter');
  await answered(admin, /\/review$/, () => review.getByRole('button', { name: /^Review event/ }).click());
  await expect(admin.getByText('We threw away all slings of that batch.')).toBeVisible();
  await look(admin, 'an event with the answer to its reporter');

  await reopen();
  await expect(kims.getByRole('blockquote')).toHaveText('We threw away all slings of that batch.');
  await expect(kims).toContainText(/Fay Holm, \d+ \w+ \d{4}Reviewed/);
  await look(worker, 'my reports with an answer');
  await expect(bell(worker)).toHaveAttribute('aria-description', '1 new in News');
  await answered(worker, /\/notifications\/seen$/, () => bell(worker).click());
  await expect(bellPanel(worker).getByRole('link', { name: /^Your report, event \d+, was reviewed/ })).toContainText(
    '“We threw away all slings of that batch.”',
  );
  await look(worker, 'the bell with news');
  await expect(bell(worker)).not.toHaveAttribute('aria-description');
  await worker.keyboard.press('Escape');

  await command(call, eventId, 'request-approval', { approverGuid: user.guid });
  await reopen();
  await expect(kims).toContainText(/Being approvedReviewed on .* It waits for Fay Holm to approve it, since/);
  await admin.goto(`/events/${eventId}`);
  const approval = await ask(admin, /^Approve/);
  await expect(approval.getByText('The last answer was: “We threw away all slings of that batch.”')).toBeVisible();
  await answered(admin, /\/approve$/, () => approval.getByRole('button', { name: /^Approve event/ }).click());
  await reopen();
  await expect(kims).toContainText(/We threw away all slings of that batch\..*ClosedApproved and closed on/);

  const mails = async () =>
    (
      (await (await worker.request.get(`/api/mailbox?to=${encodeURIComponent(emailAddress)}`)).json()) as MailboxAnswer
    ).items.filter(({ kind }) => kind === 'REPORT_ANSWERED');
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(2);
  const texts = (await mails()).map(({ text }) => text);
  expect(texts.some((text) => text?.includes('“We threw away all slings of that batch.”'))).toBe(true);
  expect(texts.some((text) => text?.includes('It is closed, by Fay Holm.'))).toBe(true);
});

test('a reviewer who reported the event is not asked for a sentence to themselves', async ({ visit, word }) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const { call } = organization;
  const { user } = await call<{ user: { guid: string } }>('GET', '/startup');
  const eventId = await reportNearMiss(organization, `Gate jammed ${word}`);
  await command(call, eventId, 'request-review', { reviewerGuid: user.guid });
  await page.goto(`/events/${eventId}`);
  const review = await ask(page, /^Review/);
  await expect(review.getByLabel('Comment')).toBeVisible();
  await expect(review.getByLabel(/^A sentence to/)).toHaveCount(0);
  const { answer } = await call<IncidentDetail>('GET', `/reported-events/${eventId}`);
  expect(answer).toBeNull();
});

test('each figure of the share of answered reports opens as many events', async ({ open }) => {
  const page = await open('admin', '/dashboard');
  const share = page.getByRole('region', { name: 'Answers to reporters' });
  await expect(share).toContainText(/Answered within 7 days: \d+ of \d+/);
  const figures = await share
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({ count: Number(link.textContent), href: link.getAttribute('href')! })),
    );
  expect(figures).toHaveLength(4);
  for (const { count, href } of figures) {
    await page.goto(href);
    await expect(page.getByText(count === 0 ? 'No events match' : `${count} events match`).first()).toBeVisible();
  }
});

test('without signal and after a failure the page says so, and loads when it can', async ({ open }) => {
  test.setTimeout(90_000);
  const page = await open('sam', '/my-reports', { serviceWorkers: 'allow' });
  await expect(ofSam(page)).toBeVisible();
  await readyWithoutNetwork(page);
  await page.context().setOffline(true);
  await page.goto('/my-reports');
  await expect(page.getByRole('heading', { level: 1, name: 'No signal' })).toBeVisible();
  await expect(page.getByText(/^This page opens when you are back online\./)).toBeVisible();
  await page.context().setOffline(false);
  await expect(ofSam(page)).toBeVisible({ timeout: 20_000 });

  const failing = await open('sam', '/privacy');
  await failing.route(/\/api\/my-reports/, (route) => route.fulfill({ status: 500, json: {} }));
  await failing.goto('/my-reports');
  await expect(failing.getByRole('button', { name: 'Try again' })).toBeVisible();
  await failing.unroute(/\/api\/my-reports/);
  await failing.getByRole('button', { name: 'Try again' }).click();
  await expect(ofSam(failing)).toBeVisible();
});
