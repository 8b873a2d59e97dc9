import type { MailboxAnswer } from '@plimsoll/contracts/mail/mailbox';
import { asManager, colleague } from './support/colleague.ts';
import { answered, ask, bell, bellPanel, rail } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { callAs, newOrganization, reportNearMiss } from './support/new-organization.ts';

test.setTimeout(180_000);

/** A day this many days from now, late enough for every zone. */
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

/** Chooses a person in a field by typing the name. */
async function name(page: Page, field: RegExp | string, person: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: field }).fill(person);
  await dialog.getByRole('option', { name: new RegExp(person) }).click();
}

/** The list as a table, or as the cards that it is on a phone. */
const rows = (page: Page, title: string) =>
  page.getByRole('table', { name: title }).or(page.getByRole('list', { name: title, exact: true }));

test('a manager adds an action to an event, its assignee comes from the bell and completes it, another finds that it did not work, and it is done again', async ({
  visit,
}) => {
  const founder = await visit();
  const organization = await newOrganization(founder);
  const mo = await colleague(visit, organization, 'Mo Quill', asManager);
  const tess = await colleague(visit, organization, 'Tess Bower');
  const eventId = await reportNearMiss(
    { guid: organization.guid, call: await callAs(mo.page) },
    'A crate fell off the quay.',
  );
  const { page } = mo;

  await test.step('the manager requests it, and sees what is missing', async () => {
    await page.goto(`/events/${eventId}`);
    await page
      .getByRole('navigation', { name: 'Event', exact: true })
      .getByRole('link', { name: 'Corrective actions' })
      .click();
    await expect(page.getByRole('heading', { name: 'No corrective actions yet' })).toBeVisible();
    await look(page, 'an event without actions');
    await page.getByRole('link', { name: 'Add an action…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an action' });
    await expect(page).toHaveURL(`/events/${eventId}/tasks/add`);
    await dialog.getByRole('button', { name: 'Add an action' }).click();
    for (const words of ['Please enter a description', 'Please enter a due date', 'Please choose a responsible person'])
      await expect(dialog.getByText(words).first()).toBeVisible();
    await look(page, 'an action without anything');
    await dialog.getByLabel('What is to be done').fill('Fence the edge of the quay');
    await dialog.getByLabel('Due date').fill(inDays(5));
    await name(page, 'Responsible person', 'Tess Bower');
    await name(page, /^Who checks/, 'Fay Holm');
    await answered(page, /\/tasks$/, () => dialog.getByRole('button', { name: 'Add an action' }).click());
    await expect(page).toHaveURL(`/events/${eventId}/tasks`);
    await expect(
      rows(page, 'Corrective actions of event 1').getByRole('link', { name: /Fence the edge of the quay/ }),
    ).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Event', exact: true }).getByRole('link', { name: 'Corrective actions 1' }),
    ).toBeVisible();
    await look(page, 'the actions of an event');
  });

  await test.step('the member comes from the bell, reads what it is about without seeing the event, and completes it', async () => {
    await tess.page.goto('/dashboard');
    await bell(tess.page).click();
    await bellPanel(tess.page)
      .getByRole('link', { name: /You're assigned to a corrective action/ })
      .click();
    await expect(tess.page).toHaveURL(/\/corrective-actions\/[0-9a-f-]{36}$/);
    await expect(tess.page.getByRole('heading', { level: 1, name: 'Fence the edge of the quay' })).toBeVisible();
    await expect(tess.page.getByRole('main').getByText('A crate fell off the quay')).toBeVisible();
    await expect(tess.page.getByRole('main').getByRole('link', { name: /A crate fell off the quay/ })).toHaveCount(0);
    await expect(rail(tess.page)).toContainText('With you');
    await expect(rail(tess.page).getByRole('button')).toHaveCount(test.info().project.name === 'phone' ? 0 : 1);
    await look(tess.page, 'an action to be done');
    await tess.page
      .getByLabel('Files to attach')
      .setInputFiles({ name: 'Fence.txt', mimeType: 'text/plain', buffer: Buffer.from('Two rails, one metre high') });
    await expect(tess.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toContainText('Fence.txt');
    await expect(tess.page.getByText('Tess Bower attached a file')).toBeVisible();
    await look(tess.page, 'an action with a file');
    await tess.page.goto('/dashboard/to-do-list');
    await expect(tess.page.getByRole('heading', { level: 2, name: /^(This week|Later)$/ })).toBeVisible();
    await look(tess.page, 'what is to be done');
    await tess.page.getByRole('link', { name: /You're assigned to a corrective action/ }).click();
    const dialog = await ask(tess.page, 'Complete action…');
    await dialog.getByLabel(/^What was done/).fill('A fence stands there.');
    await answered(tess.page, /\/complete$/, () => dialog.getByRole('button', { name: 'Complete action' }).click());
    await expect(rail(tess.page).locator('[aria-current=step]')).toContainText('With Fay Holm');
    await expect(tess.page.getByText('A fence stands there.')).toBeVisible();
  });

  await test.step('the mail that told her leads to a page that stops such mails, signed in or not, once it is asked to', async () => {
    const outside = await visit();
    const address = `/api/mailbox?to=${encodeURIComponent(tess.emailAddress)}`;
    const textOf = async () =>
      ((await (await outside.request.get(address)).json()) as MailboxAnswer).items.find(
        ({ kind }) => kind === 'ACTION_ASSIGNED',
      )?.text ?? '';
    await expect.poll(textOf, { timeout: 15_000 }).toContain('/unsubscribe#');
    await outside.goto('/unsubscribe#corrective_action.cut');
    await outside.getByRole('button', { name: 'Stop these mails' }).click();
    await expect(outside.getByRole('heading', { level: 1, name: 'This link is not whole' })).toBeVisible();
    await look(outside, '/unsubscribe by half a link');
    await outside.goto('/privacy');
    await outside.goto(/\/unsubscribe#\S+/.exec(await textOf())![0]);
    await expect(outside.getByRole('heading', { level: 1, name: 'Stop these mails?' })).toBeVisible();
    await expect(outside.getByText(/^Corrective actions: /)).toBeVisible();
    await look(outside, '/unsubscribe');
    await answered(outside, /\/unsubscribe$/, () => outside.getByRole('button', { name: 'Stop these mails' }).click());
    await expect(outside.getByRole('heading', { level: 1, name: 'You get no such mails any more' })).toBeVisible();
    await look(outside, '/unsubscribe, done');
    await tess.page.goto('/settings/notifications');
    await expect(tess.page.getByRole('combobox', { name: 'Corrective actions' })).toHaveValue('NEVER');
    await tess.page.goBack();
  });

  await test.step('the reviewer finds that it did not work: the reason and a new due date are required', async () => {
    await founder.goto('/tasks?status=COMPLETED');
    await rows(founder, 'Corrective actions')
      .getByRole('link', { name: /Fence the edge of the quay/ })
      .click();
    const dialog = await ask(founder, 'Check action…');
    await dialog.getByRole('radio', { name: /It did not work/ }).check();
    await dialog.getByRole('button', { name: 'Check action' }).click();
    await expect(dialog.getByText('Say what did not work').first()).toBeVisible();
    await look(founder, 'a check that says too little');
    await dialog.getByLabel('What did not work').fill('Its gate stands open.');
    await dialog.getByLabel('New due date').fill(inDays(9));
    await answered(founder, /\/verify$/, () => dialog.getByRole('button', { name: 'Check action' }).click());
    await expect(founder.getByText(/^Found not to have worked by Fay Holm/)).toBeVisible();
    await expect(rail(founder).locator('[aria-current=step]')).toContainText('With Tess Bower');
    await look(founder, 'an action that did not work');
  });

  await test.step('it is done again, verified, and reopened nevertheless', async () => {
    await tess.page.reload();
    const again = await ask(tess.page, 'Complete action…');
    await answered(tess.page, /\/complete$/, () => again.getByRole('button', { name: 'Complete action' }).click());
    await founder.reload();
    const check = await ask(founder, 'Check action…');
    await check.getByRole('radio', { name: /It worked/ }).check();
    await answered(founder, /\/verify$/, () => check.getByRole('button', { name: 'Check action' }).click());
    await expect(rail(founder).locator('[aria-current=step]')).toContainText('Verified');
    await look(founder, 'an action that is verified');
    const { pathname } = new URL(founder.url());
    await page.goto('/tasks');
    await expect(page.getByRole('heading', { name: 'No corrective action is to be done' })).toBeVisible();
    await look(page, 'nothing to be done');
    await page.goto('/tasks?status=VERIFIED');
    await rows(page, 'Corrective actions')
      .getByRole('link', { name: /Fence the edge of the quay/ })
      .click();
    await expect(page).toHaveURL(pathname);
    const dialog = await ask(page, 'Reopen action…');
    await dialog.getByLabel('Reason').fill('The fence was taken down.');
    await dialog.getByLabel('New due date').fill(inDays(20));
    await answered(page, /\/reopen$/, () => dialog.getByRole('button', { name: 'Reopen action' }).click());
    await expect(page.getByText(/^Reopened by Mo Quill/)).toBeVisible();
  });

  await test.step('its creator changes and cancels it; the list is filtered for it', async () => {
    const { pathname } = new URL(page.url());
    await page.goto(`/events/${eventId}${pathname.replace('/corrective-actions', '/tasks')}/edit`);
    await expect(page).toHaveURL(`${pathname}#change`);
    const change = page.getByRole('dialog', { name: 'Change action' });
    await expect(change.getByRole('combobox', { name: 'Responsible person' })).toHaveValue('Tess Bower');
    await change.getByRole('radio', { name: 'High' }).check();
    await answered(page, /\/tasks\/[0-9a-f-]+$/, () => change.getByRole('button', { name: 'Save action' }).click());
    await expect(page.getByText('The action was changed')).toBeVisible();
    await page.goto(`/tasks?assignee=${tess.guid}`);
    await expect(rows(page, 'Corrective actions').getByText('Fence the edge of the quay')).toBeVisible();
    await look(page, 'the list of actions');
    await page.goto(pathname);
    const dialog = await ask(page, 'Cancel action…');
    await dialog.getByLabel('Reason').fill('The quay is closed.');
    await answered(page, /\/cancel$/, () => dialog.getByRole('button', { name: 'Cancel action' }).click());
    await expect(rail(page).locator('[aria-current=step]')).toContainText('Cancelled');
    await tess.page.goto('/dashboard/to-do-list');
    await expect(tess.page.getByRole('heading', { name: "You're all caught up!" })).toBeVisible();
  });
});
