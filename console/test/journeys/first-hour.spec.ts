import type { MailboxAnswer } from '@plimsoll/contracts/mail/mailbox';
import { colleague } from './support/colleague.ts';
import { answered, bell, bellPanel } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Open alarm' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a worker calls for someone by a quick report; an admin sees it over every page and says “I am on it”, which the worker reads on the event; the alarm is called off with a reason', async ({
  visit,
  word,
}) => {
  test.setTimeout(180_000);
  const admin = await visit();
  const organization = await newOrganization(admin, { asksAtOnce: true });
  const { page: worker } = await colleague(visit, organization, 'Kim Cho');

  await worker.goto('/events/add?quick=true');
  await worker.getByRole('link', { name: /^Injury/ }).click();
  await worker.getByLabel('What happened, in one sentence?').fill(`A beam fell on two people ${word}`);
  await worker.getByRole('combobox', { name: 'In which region did it happen?' }).fill('Alberta');
  await worker
    .getByRole('option', { name: /Alberta/ })
    .first()
    .click();
  await worker.getByLabel('Location').fill('Bay 4');
  await worker.getByLabel('Name').fill('Ida Falk');
  await worker
    .getByRole('radiogroup', { name: /admitted to hospital/ })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await worker.getByText('I need someone now').click();
  await expect(worker.getByRole('switch', { name: 'I need someone now' })).toBeChecked();
  await expect(
    worker.getByText('This alerts people at once: someone was admitted to hospital, someone is needed now.'),
  ).toBeVisible();
  await look(worker, 'a quick report that raises an alarm');
  await answered(worker, /\/reported-events$/, () =>
    worker.getByRole('button', { name: 'Report an injury' }).filter({ visible: true }).click(),
  );
  await worker.waitForURL(/\/events\/[\da-f-]{36}\/attachments$/);
  const event = new URL(worker.url()).pathname.replace('/attachments', '');
  await worker.goto(event);
  await expect(worker.getByText('Nobody has answered', { exact: false })).toBeVisible({ timeout: 15_000 });
  await look(worker, 'an event whose alarm nobody has answered');

  await admin.goto('/dashboard');
  await expect(banner(admin)).toContainText(/Alarm: event \d+\. Nobody has answered/, { timeout: 15_000 });
  await look(admin, 'a page with an open alarm');
  await bell(admin).click();
  await expect(bellPanel(admin).getByRole('heading', { name: '1 alarm needs an answer' })).toBeVisible();
  await look(admin, 'the bell with an alarm');
  await admin.keyboard.press('Escape');
  await answered(admin, /\/acknowledge$/, () => banner(admin).getByRole('button', { name: 'I am on it' }).click());
  await expect(admin.getByText('You are on it')).toBeVisible();
  await expect(banner(admin)).toHaveCount(0);

  await expect(worker.getByText(/^Fay Holm is on it since \d\d:\d\d\.$/)).toBeVisible({ timeout: 15_000 });
  await look(worker, 'an event whose alarm someone has');

  await bell(admin).click();
  await bellPanel(admin).getByRole('link', { name: 'All alarms' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible();
  await look(admin, 'the alarms');
  await admin
    .getByRole('main')
    .getByRole('link', { name: /Someone was admitted to hospital, someone is needed now/ })
    .click();
  await expect(admin.getByRole('heading', { level: 2, name: 'You are on it' })).toBeVisible();
  await expect(admin.getByText('You may have to tell an authority within hours.', { exact: false })).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  await look(admin, 'an alarm');
  await admin.getByRole('button', { name: 'Call off…' }).click();
  await dialog(admin).getByLabel('Reason').fill('The ambulance has left with both of them');
  await look(admin, 'calling off an alarm');
  await answered(admin, /\/call-off$/, () => dialog(admin).getByRole('button', { name: 'Call off' }).click());
  await expect(admin.getByRole('heading', { level: 2, name: 'The alarm was called off' })).toBeVisible();
  await expect(worker.getByText('The ambulance has left with both of them')).toBeVisible({ timeout: 15_000 });
});

test('a test alarm is sent from the settings, is answered as a real one would be, and says after how long', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page, { asksAtOnce: true });
  await page.goto('/settings/organization/alarms');
  await expect(page.getByRole('list', { name: 'What raises an alarm' }).getByRole('listitem')).toHaveCount(11);
  await look(page, 'the alarm settings');
  await answered(page, /\/alarm-drills$/, () => page.getByRole('button', { name: 'Send a test alarm' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Drill: test alarm' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(banner(page)).toContainText('Drill: test alarm.', { timeout: 15_000 });
  await banner(page).getByRole('link', { name: 'Open the alarm' }).click();
  await look(page, 'an open drill');
  await answered(page, /\/acknowledge$/, () => page.getByRole('button', { name: 'I am on it' }).click());
  await expect(page.getByText('Answered within a minute')).toBeVisible();
  await page.goto('/alarms');
  await expect(page.getByText('Drill', { exact: true }).filter({ visible: true })).toBeVisible();
});

test('an organization changes what raises an alarm: a shipped rule, one of its own, the minutes and the first steps', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page, { asksAtOnce: true });
  await page.goto('/settings/organization/alarms');
  const saved = () => expect(page.getByText('The alarm settings were saved').last()).toBeVisible();
  await page.getByRole('button', { name: 'Change… Fire or explosion' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Everyone/ })
    .check();
  await look(page, 'a rule that is changed');
  await dialog(page).getByRole('button', { name: 'Save rule' }).click();
  await saved();
  await expect(page.getByRole('listitem').filter({ hasText: 'Fire or explosion' })).toContainText(
    'Alarm: everyone on the call lists and all admins at once',
  );

  await page.getByRole('button', { name: 'Add a rule…' }).click();
  await dialog(page).getByLabel('Name').fill('It happened before');
  await dialog(page).getByLabel('Form', { exact: true }).selectOption('Near miss');
  await dialog(page).getByRole('combobox', { name: 'Question' }).fill('happened here');
  await dialog(page).getByRole('option', { name: 'Has this happened here before?' }).click();
  await dialog(page).getByRole('radio', { name: 'Yes' }).check();
  await look(page, 'a rule that is added');
  await dialog(page).getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByRole('list', { name: 'Your own rules' })).toContainText('It happened before');

  await page.getByRole('button', { name: 'Change… the minutes' }).click();
  await dialog(page).getByLabel('The next person is alerted after').fill('30');
  await dialog(page).getByRole('button', { name: 'Save minutes' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Everyone is alerted after the next person');
  await dialog(page).getByLabel('Everyone is alerted after').fill('45');
  await dialog(page).getByRole('button', { name: 'Save minutes' }).click();
  await expect(page.getByText('If nobody answers within 30 minutes', { exact: false })).toBeVisible();

  await page.getByRole('button', { name: 'Change… the first steps' }).click();
  await dialog(page).getByLabel('First steps').fill('Call the control room.\nStay with the person.');
  await dialog(page).getByRole('button', { name: 'Save first steps' }).click();
  await expect(page.getByText('Stay with the person.')).toBeVisible();
  await look(page, 'changed alarm settings');
});

test('an event’s reviewer alerts someone by hand; the mail’s link answers on a device that is not signed in, once it is pressed', async ({
  visit,
  word,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page, { asksAtOnce: true });
  const eventId = await reportNearMiss(organization, `A crate slid ${word}`);
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Alert someone…' }).click();
  await look(page, 'alerting someone');
  await answered(page, /\/alarms$/, () => dialog(page).getByRole('button', { name: 'Alert someone' }).click());
  await expect(banner(page)).toContainText('Nobody has answered', { timeout: 15_000 });

  const outside = await visit();
  const address = `/api/mailbox?to=${encodeURIComponent(organization.founder.emailAddress)}`;
  const textOf = async () =>
    ((await (await outside.request.get(address)).json()) as MailboxAnswer).items.find(({ kind }) => kind === 'ALARM')
      ?.text ?? '';
  await expect.poll(textOf, { timeout: 15_000 }).toContain('/alarm#');
  await outside.goto('/alarm#half-a-link');
  await expect(outside.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  await outside.goto('/privacy');
  await outside.goto(/\/alarm#\S+/.exec(await textOf())![0]);
  await expect(outside.getByRole('heading', { level: 1, name: /^Alarm: event \d+/ })).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await look(outside, 'the page of an alarm mail’s link');
  await answered(outside, /\/alarm-answers$/, () => outside.getByRole('button', { name: 'I am on it' }).click());
  await expect(outside.getByText('You are on it', { exact: false })).toBeVisible();
  await look(outside, 'the page of an alarm mail’s link, answered');
  await expect(banner(page)).toHaveCount(0, { timeout: 15_000 });
});
