import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { answered, ask, bellLeadsTo, choosePerson, rail } from './support/event-page.ts';
import { expect, test, type Page } from './support/journey.ts';
import { hasOwnDatabase, letPass } from './support/passing-time.ts';
import type { Who } from './support/people.ts';
import { daysAgo } from './support/product-api.ts';

test('a returned event goes back with its comment, is changed and sent again', async ({ open, as, word }) => {
  const tyler = await as('tyler');
  const { eventId, number } = await tyler.report('Near miss', { description: `Sling frayed ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });

  const reviewer = await open('mei', `/events/${eventId}`);
  const returning = await ask(reviewer, 'Return…');
  await returning.getByRole('button', { name: `Return event ${number}` }).click();
  await expect(returning.getByRole('alert')).toContainText('Say what must change');
  await returning.getByLabel('What must change').fill('Which sling was it?');
  await answered(reviewer, /\/return$/, () =>
    returning.getByRole('button', { name: `Return event ${number}` }).click(),
  );
  await expect(rail(reviewer).locator('[aria-current=step]')).toContainText('Returned');

  const reporter = await open('tyler', `/events/${eventId}`);
  await expect(reporter.getByText('Returned by Mei Tanaka')).toBeVisible();
  await expect(reporter.getByText('Which sling was it?').first()).toBeVisible();
  await rail(reporter).getByRole('link', { name: 'Edit' }).click();
  await reporter.getByLabel('What happened?').fill(`Sling 14 frayed ${word}`);
  await answered(reporter, /\/reported-events\/[^/]+$/, () => reporter.getByRole('button', { name: /^Save/ }).click());
  await expect(reporter.getByRole('heading', { level: 1 })).toHaveText(`Sling 14 frayed ${word}`);
  await choosePerson(reporter, /for review…$/, 'Mei Tanaka', 'request-review');
  await expect(rail(reporter)).toContainText('With Mei Tanaka');
});

test('an approval is signed by the approver’s own name, with a drawing if they like, and its rating, decision, signature and date are on the event’s page and on page 1 of its PDF', async ({
  open,
  as,
  word,
}) => {
  const [tyler, mei] = [await as('tyler'), await as('mei')];
  const { eventId, number } = await tyler.report('Near miss', { description: `Chain snapped ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await mei.command(eventId, 'review', { severity: 3, likelihood: 2, comment: 'Chain from another batch' });
  await mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });

  const page = await open('admin', `/events/${eventId}`);
  const reviewed = page.getByRole('region', { name: 'Review and approval' });
  await expect(reviewed).toContainText('Not decided yet');
  const approving = await ask(page, /^Approve event/);
  const signature = approving.getByLabel('Signature (optional)', { exact: true });
  const approve = approving.getByRole('button', { name: `Approve event ${number}` });
  await expect(signature).toHaveValue('Priya Raman');
  await signature.fill('Daniel Okafor');
  await approve.click();
  await expect(approving.getByRole('alert')).toContainText('Sign with your own name: Priya Raman');
  await signature.fill('priya  raman');
  const pad = approving.getByRole('img', { name: /a place to draw/ });
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 80, { steps: 5 });
  await page.mouse.up();
  await expect(approving.getByRole('button', { name: 'Clear the drawing' })).toBeVisible();
  await answered(page, /\/approve$/, () => approve.click());

  for (const words of [
    'Medium',
    '3 Serious × 2 Unlikely',
    'Mei Tanaka',
    'Chain from another batch',
    'Approved',
    'priya raman',
  ])
    await expect(reviewed).toContainText(words);
  await expect(reviewed.getByRole('img', { name: /^Signature of/ })).toBeVisible();
  await page.goto(`/events/${eventId}/export`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('main').getByRole('button', { name: 'Download the PDF' }).click(),
  ]);
  const document = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text: pages } = await extractText(document, { mergePages: false });
  const first = pages[0]!.replaceAll(/\s+/g, ' ');
  for (const words of ['Review and approval', 'Medium, 6', 'Mei Tanaka', 'Approved', 'Priya Raman', 'priya raman'])
    expect(first).toContain(words);
});

test('an approved event is locked until an administrator reopens it, saying why', { tag: '@desktop' }, async ({
  open,
  as,
  word,
}) => {
  const [tyler, mei, admin] = [await as('tyler'), await as('mei'), await as('admin')];
  const { eventId, number } = await tyler.report('Near miss', { description: `Grinder kicked back ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await mei.command(eventId, 'review', { severity: 3, likelihood: 2 });
  await mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });
  await admin.command(eventId, 'approve', { approvalComment: 'Well handled' });

  const reporter = await open('tyler', `/events/${eventId}/edit`);
  await expect(reporter.getByRole('heading', { level: 1 })).toHaveText(`Event ${number} is approved`);
  await expect(reporter.getByText('An approved event cannot be modified.')).toBeVisible();

  const page = await open('admin', `/events/${eventId}`);
  const reopening = await ask(page, 'Reopen…');
  await reopening.getByLabel('Reason').fill('The wrong machine was named');
  await answered(page, /\/reopen$/, () => reopening.getByRole('button', { name: `Reopen event ${number}` }).click());
  await expect(page.getByText('Reopened by Priya Raman')).toBeVisible();
  await expect(page.getByText('The wrong machine was named').first()).toBeVisible();
  await expect(page.getByText('rated before')).toBeVisible();
  await page.getByRole('link', { name: /^History/ }).click();
  await expect(page.getByText('approved the event', { exact: false })).toBeVisible();
  await expect(page.getByText('reopened the event', { exact: false })).toBeVisible();
});

test('what was approved can be read from an event that was reopened, and the way back to its history', async ({
  open,
  as,
  word,
}) => {
  const [tyler, mei, admin] = [await as('tyler'), await as('mei'), await as('admin')];
  const { eventId, number } = await tyler.report('Near miss', { description: `Chain hoist slipped ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await mei.command(eventId, 'review', { severity: 3, likelihood: 2 });
  await mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });
  await admin.command(eventId, 'approve', {});
  await admin.command(eventId, 'reopen', { reason: 'Another witness' });
  const page = await open('tyler', `/events/${eventId}`);
  await page.getByRole('link', { name: 'See what was approved' }).click();
  await expect(page).toHaveURL(`/events/${eventId}/history?revision=4`);
  await expect(page.getByRole('heading', { name: 'Revision 4, as it was approved' })).toBeVisible();
  await expect(page.getByText(`This is how event ${number} read after revision 4 of 6`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(word);
  await page.getByRole('link', { name: 'See the whole history' }).click();
  await expect(page.getByText('reopened the event', { exact: false })).toBeVisible();
});

test('a deleted event leaves the list, and comes back as it was when it is restored', async ({ open, as, word }) => {
  const { eventId, number } = await (await as('tyler')).report('Near miss', { description: `Plank fell ${word}` });
  const page = await open('tyler', `/events/${eventId}`);
  const deleting = await ask(page, `Delete event ${number}…`);
  await expect(page).toHaveURL(`/events/${eventId}/delete`);
  await answered(page, /\/reported-events\/[^/]+$/, () =>
    deleting.getByRole('button', { name: `Delete event ${number}` }).click(),
  );
  await expect(page.getByText('Deleted by Tyler Beaudoin')).toBeVisible();
  await expect(page).not.toHaveURL(/\/delete$/);
  await page.goto(`/events/list/1?text=${word}`);
  await expect(page.getByRole('heading', { name: `Nothing matches “${word}”` })).toBeVisible();
  await page.goto(`/events/${eventId}`);
  await answered(page, /\/restore$/, () =>
    page
      .getByRole('button', { name: `Restore event ${number}` })
      .first()
      .click(),
  );
  await expect(page.getByText('Deleted by')).toHaveCount(0);
  await expect(rail(page).locator('[aria-current=step]')).toContainText('Reported');
  await page.goto(`/events/list/1?text=${word}`);
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(word) })).toBeVisible();
});

test('a deletion can be undone from its alert, and a deleted event is found and restored by clicks alone', async ({
  open,
  as,
  word,
}, { project }) => {
  const isPhone = project.name === 'phone';
  const { eventId, number } = await (await as('tyler')).report('Near miss', { description: `Hoist jammed ${word}` });
  const page = await open('tyler', `/events/${eventId}`);
  const deleteIt = async () => {
    const deleting = await ask(page, `Delete event ${number}…`);
    await answered(page, /\/reported-events\/[^/]+$/, () =>
      deleting.getByRole('button', { name: `Delete event ${number}` }).click(),
    );
    await expect(page.getByText('Deleted by Tyler Beaudoin')).toBeVisible();
  };
  await deleteIt();
  await answered(page, /\/restore$/, () =>
    page.getByRole('button', { name: `Undo: Event ${number} was deleted` }).click(),
  );
  await expect(page.getByText('Deleted by')).toHaveCount(0);
  await expect(page.getByText(`Event ${number} was restored`)).toBeVisible();

  await deleteIt();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Events' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  // On a phone the alert is still there, under the sheet of the filters.
  await expect(page.getByRole('button', { name: `Close: Event ${number} was deleted` })).toBeVisible();
  if (isPhone) await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'State' }).filter({ visible: true }).first().click();
  await page.getByRole('checkbox', { name: 'Deleted' }).click();
  await expect(page.getByRole('checkbox', { name: 'Deleted' })).toBeChecked();
  if (isPhone) await page.getByRole('button', { name: 'Show the list' }).click();
  else await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/state=DELETED/);
  const found = page.getByRole('main').getByRole('link', { name: new RegExp(word) });
  await expect(found.locator('del')).toHaveText(new RegExp(word));
  await found.click();
  await expect(page).toHaveURL(`/events/${eventId}`);
  await answered(page, /\/restore$/, () =>
    page
      .getByRole('button', { name: `Restore event ${number}` })
      .filter({ visible: true })
      .first()
      .click(),
  );
  await expect(page.getByText('Deleted by')).toHaveCount(0);
});

test('deleted events are a filter for those who may restore some, and are not listed for others', async ({
  open,
  as,
  word,
}, { project }) => {
  const tyler = await as('tyler');
  const { eventId } = await tyler.report('Near miss', { description: `Hoist swung ${word}` });
  await tyler.call(`/reported-events/${eventId}?organizationGuid=${tyler.organizationGuid}`, {
    method: 'DELETE',
    revision: (await tyler.event(eventId)).revision,
    body: {},
  });
  const nothing = (page: Page) => page.getByRole('heading', { name: `Nothing matches “${word}”` });
  for (const [who, mayRestore] of [
    ['noor', false],
    ['admin', true],
  ] as const) {
    const page = await open(who, `/events/list/1?text=${word}`);
    await expect(nothing(page)).toBeVisible();
    if (project.name === 'phone') await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name: 'State' }).filter({ visible: true }).first().click();
    await expect(page.getByRole('checkbox', { name: 'Approved' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Deleted' })).toHaveCount(mayRestore ? 1 : 0);
    await page.goto(`/events/list/1?text=${word}&state=DELETED`);
    if (!mayRestore) await expect(nothing(page)).toBeVisible();
    else
      await expect(page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: word })).toContainText(
        'Deleted',
      );
  }
});

test('what was returned is in the bell of who reported it and of who entered it, and is with both of them', async ({
  open,
  as,
  word,
}) => {
  const [mei, tyler] = [await as('mei'), await as('tyler')];
  const { user } = await tyler.startup();
  const { eventId, number, heading } = await mei.report('Near miss', {
    description: `Rope worn ${word}`,
    onBehalfOfUserGuid: user.guid,
  });
  const manager = await as('manager');
  await mei.command(eventId, 'request-review', { reviewerGuid: await mei.guidOf('manager') });
  await manager.command(eventId, 'return', { comment: 'Which rope?' });
  for (const who of ['tyler', 'mei'] as const) {
    const page = await open(who, `/events/list/1?text=${word}&assignedToMe=true`);
    await expect(page.getByRole('main').getByRole('link', { name: new RegExp(word) })).toHaveCount(1);
    await expect(page.getByText('with you')).toBeVisible();
    expect((await (await as(who)).notifications()).items).toContainEqual(
      expect.objectContaining({ type: 'EVENT_RETURNED', eventId, number, heading }),
    );
    // The bell shows only a few tasks; Tyler has more.
    if (who === 'tyler') {
      const task = await bellLeadsTo(page, eventId);
      await expect(task).toContainText(`Event ${number} came back to you`);
      await expect(task).toContainText(heading);
      await task.click();
    } else await page.goto(`/events/${eventId}`);
    await expect(rail(page)).toContainText('With you');
  }
});

test('what was reopened after its approval is in the bell of who reported it, until they send it on', async ({
  open,
  as,
  word,
}) => {
  const [tyler, mei, admin] = [await as('tyler'), await as('mei'), await as('admin')];
  const { eventId, number } = await tyler.report('Near miss', {
    description: `Chock rolled away ${word}`,
    occurrenceDate: daysAgo(1),
  });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await mei.command(eventId, 'review', { severity: 2, likelihood: 2 });
  await mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });
  await admin.command(eventId, 'approve', {});
  await admin.command(eventId, 'reopen', { reason: 'Which truck was it?' });
  const page = await open('tyler', '/events/list/1');
  await expect(await bellLeadsTo(page, eventId)).toContainText(`Event ${number} came back to you`);
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await page.goto('/dashboard/to-do-list');
  await expect(
    page
      .getByRole('main')
      .getByText(/^You have|^You're all caught up/)
      .first(),
  ).toBeVisible();
  await expect(page.locator(`a[href="/events/${eventId}"]`)).toHaveCount(0);
});

test('whom an event is with is the same on its page, in the list and under “Assigned to me”, from its report to its approval', async ({
  open,
  as,
  word,
}) => {
  test.setTimeout(120_000);
  const [tyler, mei, admin] = [await as('tyler'), await as('mei'), await as('admin')];
  const { eventId } = await tyler.report('Near miss', { description: `Coupling parted ${word}` });
  const people = [
    ['tyler', await open('tyler')],
    ['mei', await open('mei')],
    ['admin', await open('admin')],
  ] as const;
  const steps = [
    ['tyler', async () => undefined],
    ['mei', async () => tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') })],
    ['mei', async () => mei.command(eventId, 'review', { severity: 2, likelihood: 2 })],
    ['admin', async () => mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') })],
    ['nobody', async () => admin.command(eventId, 'approve', {})],
  ] as const;
  for (const [holder, take] of steps) {
    await take();
    const { state } = await admin.event(eventId);
    for (const [who, page] of people) {
      await test.step(`${state}: ${who}`, async () => {
        await page.goto(`/events/list/1?text=${word}&assignedToMe=true`);
        if (who !== holder)
          return expect(page.getByRole('heading', { name: `Nothing matches “${word}”` })).toBeVisible();
        await expect(page.getByRole('main').getByRole('link', { name: new RegExp(word) })).toHaveCount(1);
        await expect(page.getByText('with you')).toBeVisible();
        await page.goto(`/events/${eventId}`);
        await expect(rail(page)).toContainText('With you');
      });
    }
  }
  await people[0][1].goto(`/events/${eventId}`);
  await expect(rail(people[0][1]).locator('[aria-current=step]')).toContainText('Approved');
  await expect(rail(people[0][1])).not.toContainText(/With /);
});

test('an event without a reviewer for a day is in the bell of its reporter and of those who can send it on, until it is sent', async ({
  open,
  as,
  word,
}) => {
  test.skip(!hasOwnDatabase, 'time passes in the database of a product of its own');
  const noor = await as('noor');
  const { eventId, number, heading } = await noor.report('Near miss', {
    description: `Winch left running ${word}`,
    occurrenceDate: daysAgo(1),
  });
  const notificationsOf = async (who: Who) =>
    (await (await as(who)).notifications()).items.filter(
      (item) => item.type === 'EVENT_WITHOUT_REVIEWER' && item.eventId === eventId,
    ).length;
  await letPass(23, eventId);
  expect([await notificationsOf('noor'), await notificationsOf('manager')]).toEqual([0, 0]);
  await letPass(2, eventId);
  // Daniel reviews in the event's group, Mei in another one; admins are asked only if a group has no reviewer.
  expect([
    await notificationsOf('noor'),
    await notificationsOf('manager'),
    await notificationsOf('mei'),
    await notificationsOf('admin'),
  ]).toEqual([1, 1, 0, 0]);

  const manager = await open('manager', '/dashboard/to-do-list');
  await expect(manager.getByRole('main').locator(`a[href="/events/${eventId}"]`)).toContainText(
    `Event ${number} waits for a reviewer`,
  );
  const page = await open('noor', '/events/list/1');
  const task = await bellLeadsTo(page, eventId);
  await expect(task).toContainText(`Event ${number} waits for a reviewer`);
  await expect(task).toContainText(heading);
  await task.click();
  await expect(page).toHaveURL(`/events/${eventId}`);
  await choosePerson(page, /for review…$/, 'Mei Tanaka', 'request-review');
  await expect(rail(page)).toContainText('With Mei Tanaka');
  await expect.poll(() => notificationsOf('noor')).toBe(0);
});

test('a stale save shows who changed what, and both versions of what both have changed', async ({ open, as, word }) => {
  const { eventId } = await (await as('tyler')).report('Near miss', { description: `Valve left open ${word}` });
  const page = await open('tyler', `/events/${eventId}/edit`);
  await page.getByLabel('What happened?').fill(`Valve 7 left open ${word}`);
  await page.getByLabel('Immediate actions').fill('Closed it');
  await (await as('admin')).amend(eventId, { description: `Valve 9 left open ${word}`, occurrenceTime: '10:30' });
  await page.getByRole('button', { name: /^Save/ }).filter({ visible: true }).click();
  await expect(page.getByText('This event changed while you were editing it.')).toBeVisible();
  await expect(page.getByText(/Priya Raman changed (What happened and Time|Time and What happened)/)).toBeVisible();
  const versions = page.getByRole('radiogroup', { name: 'What happened' });
  await expect(versions.getByRole('radio', { name: `Valve 7 left open ${word}` })).not.toBeChecked();
  await versions.getByRole('radio', { name: `Valve 9 left open ${word}` }).check();
  await expect(page.getByLabel('Immediate actions')).toHaveValue('Closed it');
  await answered(page, /\/reported-events\/[^/]+$/, () =>
    page.getByRole('button', { name: /^Save/ }).filter({ visible: true }).click(),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Valve 9 left open ${word}`);
  await expect(page.getByText('Closed it')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10:30');
});

test('a decision on an event that changed in the meantime is refused until the change was seen', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const tyler = await as('tyler');
  const { eventId, number } = await tyler.report('Near miss', { description: `Dust ignited ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  const page = await open('mei', `/events/${eventId}`);
  const reviewing = await ask(page, /^Review event/);
  await reviewing.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: '2 Moderate' }).check();
  await reviewing.getByRole('radiogroup', { name: 'Likelihood' }).getByRole('radio', { name: '2 Unlikely' }).check();
  await reviewing.getByLabel('Comment').fill('Sweep twice a day');
  await tyler.amend(eventId, { immediateActions: 'Swept the floor' });
  await reviewing.getByRole('button', { name: `Review event ${number}` }).click();
  await expect(reviewing.getByText('This event changed since you opened it.')).toBeVisible();
  await expect(reviewing.getByText(/Tyler Beaudoin changed Immediate actions/)).toBeVisible();
  await reviewing.getByRole('button', { name: 'Show the latest' }).click();
  await expect(reviewing.getByText('This event changed since you opened it.')).toHaveCount(0);
  await expect(reviewing.getByLabel('Comment')).toHaveValue('Sweep twice a day');
  await answered(page, /\/review$/, () => reviewing.getByRole('button', { name: `Review event ${number}` }).click());
  await expect(rail(page).locator('[aria-current=step]')).toContainText('Reviewed');
});

test('a member does not see the events of others, and sensitive ones are not there for them', async ({
  open,
  as,
  word,
}) => {
  const tyler = await as('tyler');
  const plain = await tyler.report('Near miss', { description: `Rope slipped ${word}` });
  const injury = await tyler.report('Injury', { description: `Finger pinched ${word}`, occurrenceDate: '2025-03-04' });
  const page = await open('sam', `/events/${plain.eventId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You don't have access");
  await expect(page.getByText("We don't think you're allowed to see this.")).toBeVisible();
  await page.goto(`/events/${injury.eventId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i);
  await expect(page.getByText(word)).toHaveCount(0);
  await page.goto(`/events/list/1?text=${word}`);
  await expect(page.getByRole('heading', { name: `Nothing matches “${word}”` })).toBeVisible();
  await page.goto('/settings/organization/reporting');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You don't have access");
});

test('a viewer without a role in an event gets no button for it', { tag: '@desktop' }, async ({ open, as, word }) => {
  const { eventId } = await (await as('tyler')).report('Near miss', { description: `Door jammed ${word}` });
  const page = await open('mei', `/events/${eventId}`);
  await expect(rail(page)).toContainText('With Tyler Beaudoin');
  const allowed = (await (await as('mei')).event(eventId)).allowedCommands;
  await expect(rail(page).getByRole('button').or(rail(page).getByRole('link'))).toHaveCount(allowed.length);
});
