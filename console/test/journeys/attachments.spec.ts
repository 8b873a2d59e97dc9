import { randomUUID } from 'node:crypto';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { asManager, colleague } from './support/colleague.ts';
import { storedOnDevice } from './support/device.ts';
import { ask } from './support/event-page.ts';
import { inspect, look } from './support/inspect.ts';
import { expect, signOut, test, type Page } from './support/journey.ts';
import { callAs, newOrganization, reportNearMiss } from './support/new-organization.ts';
import { photo } from './support/photo.ts';

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const files = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const unsent = (page: Page) => page.getByRole('list', { name: 'Not added yet' }).getByRole('listitem');
const onFile = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
};

test('a member attaches a photo and a PDF, a page that calls itself text is refused by name, and a manager opens, renames and removes what was attached', async ({
  visit,
}, { project }) => {
  test.setTimeout(120_000);
  const organization = await newOrganization(await visit());
  const { page } = await colleague(visit, organization, 'Bo Reef');
  const call = await callAs(page);
  const eventId = await reportNearMiss({ guid: organization.guid, call }, 'A pallet slid off the fork');
  await page.goto(`/events/${eventId}`);
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Attachments' }).click();
  await expect(page.getByRole('heading', { name: 'No files' })).toBeVisible();
  await look(page, 'no files');

  // A camera gives all its pictures the same name.
  const photoField = page.getByLabel(project.name === 'phone' ? 'A photo by the camera' : 'Files to attach');
  for (const name of ['image.png', 'image (2).png']) {
    await photoField.setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer: photo() });
    await expect(page.getByRole('button', { name: `Open ${name}` }).locator('img')).toBeVisible();
  }
  await page.getByLabel('Files to attach').setInputFiles([
    { name: 'Statement.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ]);
  await expect(files(page)).toHaveCount(3);
  await expect(unsent(page).filter({ hasText: 'notes.txt' })).toContainText(
    "Not added. Web pages and scripts can't be attached. Attach a PDF or a picture of the page.",
  );
  await expect(unsent(page).filter({ hasText: 'tool.exe' })).toContainText(
    'Not added. Files of this type cannot be attached.',
  );
  await expect(files(page).filter({ hasText: 'Statement.pdf' })).toContainText(/PDF, \d+ bytes\s*Bo Reef/);
  await look(page, 'files, and some that were refused');
  for (const name of ['notes.txt', 'tool.exe']) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(unsent(page)).toHaveCount(0);

  const { page: managers } = await colleague(visit, organization, 'Mia Reed', asManager);
  await managers.goto(`/events/${eventId}/attachments`);
  await managers.getByRole('button', { name: 'Open image.png' }).click();
  const dialog = managers.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'image.png' })).toBeVisible();
  await look(managers, 'a picture');
  const [downloaded] = await Promise.all([
    managers.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(downloaded.suggestedFilename()).toBe('image.png');
  await managers.keyboard.press('Escape');

  await onFile(managers, 'Statement.pdf', 'Rename…');
  await dialog.getByLabel('Name').fill('IMAGE.png');
  await dialog.getByRole('button', { name: 'Rename file' }).click();
  await expect(dialog.getByText('Keep the ending of the name').first()).toBeVisible();
  await dialog.getByLabel('Name').fill('What Bo says.pdf');
  await dialog.getByRole('button', { name: 'Rename file' }).click();
  await expect(files(managers).filter({ hasText: 'What Bo says.pdf' })).toBeVisible();
  await onFile(managers, 'image (2).png', 'Remove');
  await expect(files(managers)).toHaveCount(2);
  await managers.getByRole('button', { name: 'Undo' }).click();
  await expect(files(managers)).toHaveCount(3);
  await onFile(managers, 'image (2).png', 'Remove');
  await expect(managers.getByRole('region', { name: 'Removed' })).toContainText('image (2).png');
  await look(managers, 'a file that was removed');
  await managers.getByRole('button', { name: 'Restore image (2).png' }).click();
  await expect(files(managers)).toHaveCount(3);
  const { items } = await call<AttachmentList>(
    'GET',
    `/reported-events/${eventId}/attachments?organizationGuid=${organization.guid}`,
  );
  expect(items.map(({ name, state }) => [name, state])).toEqual([
    ['image.png', 'ATTACHED'],
    ['image (2).png', 'ATTACHED'],
    ['What Bo says.pdf', 'ATTACHED'],
  ]);
});

test('photos are where people decide: a thumbnail instead of a name after choosing one, thumbnails on the event’s page, small ones in the dialogs of review and approval, and their number on the tab', async ({
  visit,
}, { project }) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const { items } = await organization.call<{ items: { formGuid: string; name: string }[] }>(
    'GET',
    `/forms?organizationGuid=${organization.guid}`,
  );
  await page.goto(`/events/add?formGuid=${items.find(({ name }) => name === 'Near miss')!.formGuid}&quick=true`);
  const chosen = page
    .getByRole('main')
    .getByLabel(project.name === 'phone' ? /^A photo by the camera/ : /^Files to attach/);
  await chosen.first().setInputFiles({ name: 'Bay 4.png', mimeType: 'image/png', buffer: photo() });
  // A photo by the camera gets another name while it is stored.
  const thumbnail = page.getByRole('main').getByRole('img', { name: /\.png$/ });
  await expect(thumbnail).toBeVisible();
  expect(await thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('main').getByText('Bay 4.png', { exact: true })).toHaveCount(0);
  await look(page, 'a photo that was chosen for a report');

  const eventId = await reportNearMiss(organization, 'A rack was bent');
  await page.goto(`/events/${eventId}/attachments`);
  for (const name of ['Bay 4.png', 'Beam.png']) {
    await page.getByLabel('Files to attach').setInputFiles({ name, mimeType: 'image/png', buffer: photo() });
    await expect(page.getByRole('button', { name: `Open ${name}` })).toBeVisible();
  }
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'Inspection.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(files(page)).toHaveCount(3);
  await page.goto(`/events/${eventId}`);
  await expect(page.getByRole('navigation', { name: 'Event', exact: true })).toContainText('Attachments 3');
  const shown = page.getByRole('region', { name: 'Attachments' });
  await expect(shown.getByRole('listitem')).toHaveCount(3);
  await shown.scrollIntoViewIfNeeded();
  await expect(shown.getByRole('button', { name: /^Open Bay 4\.png/ }).locator('img')).toBeVisible();
  await look(page, 'an event with photos');
  await shown.getByRole('button', { name: /^Open Beam\.png/ }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Beam.png' })).toBeVisible();
  await page.keyboard.press('Escape');

  const { user } = await organization.call<{ user: { guid: string } }>('GET', '/startup');
  for (const [verb, body, button] of [
    ['request-review', { reviewerGuid: user.guid }, /^Review event/],
    ['review', { severity: 2, likelihood: 2 }, null],
    ['request-approval', { approverGuid: user.guid }, /^Approve event/],
  ] as const) {
    await organization.call('POST', `/reported-events/${eventId}/${verb}?organizationGuid=${organization.guid}`, body);
    if (!button) continue;
    await page.goto(`/events/${eventId}`);
    const dialog = await ask(page, button);
    const small = dialog.getByRole('list', { name: 'Attachments' });
    await expect(small.getByRole('img', { name: 'Bay 4.png' })).toBeVisible();
    await expect(small.getByRole('listitem')).toHaveCount(3);
    await look(page, `the photos in the dialog of ${verb}`);
  }
});

test('what was chosen is not lost while there is no network: it is tried again, the browser asks before the page is left, and a sign-out keeps it locked until its person is back', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const eventId = await reportNearMiss(organization, 'A lamp fell');
  await page.goto(`/events/${eventId}/attachments`);
  await page.route('**/attachments/*?*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'Lamp.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(unsent(page)).toContainText(
    'Not added. Something went wrong. Please check your internet connection and try again.',
  );
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible();
  await page.goBack();
  await expect(unsent(page)).toContainText('Lamp.pdf');
  const opening = page.waitForEvent('dialog');
  void page.goto('/dashboard').catch(() => undefined);
  const dialog = await opening;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  // Signing out asks; unsent files stay encrypted, and are sent when their user comes back.
  await signOut(page);
  await expect(page.getByRole('heading', { name: '1 file has not been sent' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Not sent yet' })).toContainText('kept on this device, locked');
  await inspect(page, 'a sign-out with a file that was not sent');
  await page.getByRole('button', { name: 'Do not sign out' }).click();
  await expect(unsent(page)).toContainText('Lamp.pdf');
  expect(await storedOnDevice(page)).not.toMatch(/Lamp|%PDF/);
  await signOut(page);
  await page.getByRole('button', { name: 'Keep locked and sign out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  expect(await storedOnDevice(page)).not.toMatch(/Lamp|%PDF/);
  await page.unroute('**/attachments/*?*');
  await page.getByLabel('Email address or username').fill(organization.founder.emailAddress);
  await page.getByLabel('Password').fill(organization.founder.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/signin/);
  await page.goto(`/events/${eventId}/attachments`);
  // It is sent automatically once the user is back.
  await expect(files(page)).toHaveText(/^Lamp\.pdf/, { timeout: 15_000 });
  await expect(unsent(page)).toHaveCount(0);
});

test('a form that asks for a photo is answered by one: it is kept over a reload, announced with the report, and there once the report is', async ({
  visit,
}, { project }) => {
  const page = await visit();
  const { guid, call } = await newOrganization(page);
  const inOrganization = (path: string) => `${path}?organizationGuid=${guid}`;
  const [formGuid, groupGuid] = [randomUUID(), randomUUID()];
  await call('POST', '/forms', { organizationGuid: guid, formGuid, name: 'Lost load' });
  await call('PATCH', inOrganization(`/forms/${formGuid}/groups`), {
    add: [{ groupGuid, title: 'What it looks like' }],
  });
  await call('PATCH', inOrganization(`/forms/${formGuid}/questions`), {
    add: [{ groupGuid, type: 'ATTACHMENT', text: 'A photo of the load', required: true }],
  });
  await call('POST', inOrganization(`/forms/${formGuid}/publish`));
  await page.goto(`/events/add?formGuid=${formGuid}`);
  await page.getByLabel('What happened?').fill('The load came off the hook.');
  await page.getByRole('combobox', { name: 'In which region did it happen?' }).fill('Alberta');
  await page.getByRole('option', { name: /^Alberta/ }).click();
  await page.getByLabel('Location').fill('Bay 3');
  const send = page.getByRole('button', { name: 'Report a lost load…' }).filter({ visible: true });
  await send.click();
  await expect(page.getByRole('link', { name: /A photo of the load|enter|choose|select/i }).first()).toBeVisible();
  const field = page.getByLabel(
    project.name === 'phone' ? 'A photo by the camera: A photo of the load' : 'Files to attach: A photo of the load',
  );
  await field.setInputFiles({ name: 'Load.png', mimeType: 'image/png', buffer: photo() });
  const chosen = page.getByRole('list', { name: 'A photo of the load' });
  // Cameras give all photos the same name, so they are named after their minute.
  const called = project.name === 'phone' ? /\d{4}-\d\d-\d\d \d\d\.\d\d\.png/ : 'Load.png';
  await expect(chosen.getByRole('img', { name: called })).toBeVisible();
  await page
    .getByLabel('Files to attach: A photo of the load')
    .setInputFiles({ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await expect(page.getByText('tool.exe was not added. Files of this type cannot be attached.').first()).toBeVisible();
  await look(page, 'a question for photos');
  expect(await storedOnDevice(page)).not.toMatch(/Load\.png|\d\d\.\d\d\.png|IHDR/);
  await expect(
    page
      .getByText(/^Saved \d\d:\d\d on this device/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(chosen.getByRole('img', { name: called })).toBeVisible();
  await send.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Report/ })
    .click();
  await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}$/);
  await expect(page.getByText('1 file, among the attachments')).toBeVisible();
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Attachments' }).click();
  await expect(files(page)).toContainText(called, { timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Awaited' })).toHaveCount(0);

  // A file chosen while the event is edited is attached before the change names it.
  await page.goto(page.url().replace('/attachments', '/edit'));
  await page
    .getByLabel('Files to attach: A photo of the load')
    .setInputFiles({ name: 'Hook.png', mimeType: 'image/png', buffer: photo() });
  await expect(chosen.getByRole('img', { name: 'Hook.png' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Save event/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByText('2 files, among the attachments')).toBeVisible({ timeout: 15_000 });
});
