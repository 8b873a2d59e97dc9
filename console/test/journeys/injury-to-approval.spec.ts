import { answered, ask, bellLeadsTo, choosePerson, rail, seenWithinASecond } from './support/event-page.ts';
import { desktop, expect, phone, test, type Page } from './support/journey.ts';

/** The number of incidents that the dashboard shows to the user. */
const incidents = async (page: Page): Promise<number> => {
  const figure = page
    .getByRole('region', { name: 'Incidents' })
    .getByText(/^[\d,]+$/)
    .first();
  return Number((await figure.textContent())!.replace(/,/g, ''));
};

test('an injury goes from a phone to approval', { tag: '@phone' }, async ({ open, word }) => {
  test.setTimeout(120_000);
  const member = await open('member', '/dashboard', phone);
  const manager = await open('manager', '/dashboard', desktop);
  const admin = await open('admin', '/dashboard', phone);
  const before = await incidents(member);

  await member.getByRole('link', { name: 'Report an event' }).click();
  await member.getByRole('link', { name: /^Injury/ }).click();
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('Report an injury');
  await member.getByLabel('What happened?').fill(`Hand caught under a ${word} casing. It was pulled free by the crew.`);
  await member.getByRole('radio', { name: /^Acheson Yard/ }).check();
  await member.getByLabel('At what time?').fill('00:00');
  const hurt = member.getByRole('listitem', { name: 'Injured person 1' });
  await hurt.getByLabel('Name').fill('Wes Harding');
  await hurt.getByRole('radio', { name: 'Contractor' }).check();
  await hurt.getByLabel(/^Outcome/).selectOption({ label: 'Medical aid' });
  await member
    .getByRole('radiogroup', { name: 'Was anyone admitted to hospital?' })
    .getByRole('radio', { name: 'No' })
    .check();
  await member.getByRole('button', { name: 'Report an injury…' }).click();
  const confirming = member.getByRole('dialog', { name: 'Report this injury' });
  await expect(confirming).toContainText(`Hand caught under a ${word} casing`);
  let at = await answered(member, /\/reported-events$/, () =>
    confirming.getByRole('button', { name: 'Report an injury' }).click(),
  );
  await seenWithinASecond(
    'the event',
    at,
    member.getByRole('heading', { level: 1, name: `Hand caught under a ${word} casing` }),
  );

  const eventId = new URL(member.url()).pathname.split('/')[2]!;
  await member.getByRole('link', { name: 'Plimsoll, home' }).click();
  await seenWithinASecond(
    'the chart’s number',
    at,
    member
      .getByRole('region', { name: 'Incidents' })
      .getByText(new RegExp(`^${(before + 1).toLocaleString('en-CA')}$`)),
  );
  await member.getByRole('button', { name: 'Menu' }).click();
  await member.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  // The response is long past: this measures the first page load.
  at = Date.now();
  await seenWithinASecond('the list', at, member.getByRole('main').getByRole('link', { name: new RegExp(word) }));

  await member
    .getByRole('main')
    .getByRole('link', { name: new RegExp(word) })
    .click();
  await expect(rail(member)).toContainText('With you');
  at = await choosePerson(member, /^Send event \d+ for review/, 'Daniel Okafor', 'request-review');
  const toReview = await bellLeadsTo(manager, eventId);
  await seenWithinASecond('the reviewer’s bell', at, toReview);
  await expect(toReview).toContainText('Review is required for this event');
  await expect(rail(member)).toContainText('With Daniel Okafor');
  at = Date.now();
  await member.getByRole('link', { name: /^History/ }).click();
  await seenWithinASecond('the history', at, member.getByText('asked Daniel Okafor for a review'));

  await toReview.click();
  const reviewing = await ask(manager, /^Review event/);
  await reviewing.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: '4 Major' }).check();
  await reviewing.getByRole('radiogroup', { name: 'Likelihood' }).getByRole('radio', { name: '3 Possible' }).check();
  await expect(reviewing).toContainText('severity 4 × likelihood 3 = 12');
  await answered(manager, /\/review$/, () => reviewing.getByRole('button', { name: /^Review event/ }).click());
  await expect(rail(manager).locator('[aria-current=step]')).toContainText('Reviewed');
  at = await choosePerson(manager, /^Send event \d+ for approval/, 'Priya Raman', 'request-approval');
  const toApprove = await bellLeadsTo(admin, eventId);
  await seenWithinASecond('the approver’s bell', at, toApprove);
  await expect(toApprove).toContainText('Your approval is required for this event');

  await toApprove.click();
  const approving = await ask(admin, /^Approve event/);
  await approving.getByLabel(/^Approval comment/).fill('Guard ordered');
  at = await answered(admin, /\/approve$/, () => approving.getByRole('button', { name: /^Approve event/ }).click());
  await seenWithinASecond('the state', at, rail(admin).locator('[aria-current=step]').getByText('Approved'));
  await expect(rail(admin).getByRole('link', { name: 'Edit' })).toHaveCount(0);

  await member.goto(`/events/list/1?text=${word}`);
  await expect(member.getByRole('main').getByRole('link', { name: new RegExp(word) })).toContainText('Approved');
  await member.goto(`/events/${eventId}/history`);
  for (const entry of [
    'reported the event',
    'asked Daniel Okafor for a review',
    'reviewed the event',
    'asked Priya Raman for approval',
    'approved the event',
  ]) {
    await expect(member.getByText(entry)).toBeVisible();
  }
  await admin.goto('/dashboard/to-do-list');
  await expect(
    admin
      .getByRole('main')
      .getByText(/^You have|^You're all caught up/)
      .first(),
  ).toBeVisible();
  await expect(admin.locator(`a[href="/events/${eventId}"]`)).toHaveCount(0);
});
