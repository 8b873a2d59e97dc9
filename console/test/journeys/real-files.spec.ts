import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Form, FormSummary } from '@plimsoll/contracts/forms/form';
import { inspect, look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss, type NewOrganization } from './support/new-organization.ts';
import { latitudeWhenShrunk, positionSegment } from '../camera-exif.ts';
import { photo, transparentDrawing } from './support/photo.ts';

const caseFile = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../services/api/test/attachments/cases', name));
const files = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const unsent = (page: Page) => page.getByRole('list', { name: 'Not added yet' }).getByRole('listitem');

async function openQuickReport(page: Page, { guid, call }: NewOrganization): Promise<void> {
  const { items } = await call<{ items: FormSummary[] }>('GET', `/forms?organizationGuid=${guid}`);
  const { formGuid } = items.find(({ name }) => name === 'Near miss')!;
  await call<Form>('GET', `/forms/${formGuid}?organizationGuid=${guid}`);
  await page.goto(`/events/add?formGuid=${formGuid}&quick=true`);
}

async function sendQuickReport(page: Page, words: string): Promise<void> {
  await page.getByLabel('What happened, in one sentence?').fill(words);
  await page.getByRole('combobox', { name: 'In which region did it happen?' }).fill('Alberta');
  await page.getByRole('option', { name: /^Alberta/ }).click();
  await page.getByLabel('Location').fill('Bay 3');
  await page.getByRole('button', { name: 'Report a near miss' }).filter({ visible: true }).first().click();
  await expect(page.getByText(/^Event \d+ was reported$/)).toBeVisible({ timeout: 15_000 });
}

const chooseInReport = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Files to attach: Photo').setInputFiles({ name, mimeType, buffer });

/** The bytes of the only file of an event, as its page downloads them. */
async function downloaded(page: Page): Promise<Buffer> {
  await expect(files(page)).toHaveCount(1, { timeout: 15_000 });
  await page.getByRole('button', { name: /^More actions for/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ]);
  return readFile(await download.path());
}

test('a file that the server refuses stays on the device, also over a reload, until the person saves or removes it; then its event waits for it no longer', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  await openQuickReport(page, await newOrganization(page));
  // A picture that calls itself another kind of picture.
  const bytes = photo();
  await chooseInReport(page, 'Crane.jpg', 'image/jpeg', bytes);
  await sendQuickReport(page, 'The crane hook slipped');
  const row = unsent(page).filter({ hasText: 'Crane.jpg' });
  await expect(row).toContainText('Not added. Files of this type cannot be attached.', { timeout: 15_000 });
  await expect(row).toContainText('It stays on this device until you save or remove it.');
  await look(page, 'a file that was refused');
  const eventPage = page.url();
  await page.reload();
  await expect(row).toContainText('The content is not what .jpg stands for.');
  await expect(page.getByRole('region', { name: 'Awaited' })).toContainText('Crane.jpg');
  await page.goto('/events/outbox');
  await expect(unsent(page)).toContainText('Crane.jpg');
  await inspect(page, 'an outbox with a file that was refused');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Crane.jpg on this device' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Crane.jpg');
  expect((await readFile(await download.path())).equals(bytes)).toBe(true);
  await expect(unsent(page)).toHaveCount(1);
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    page.getByRole('button', { name: 'Remove Crane.jpg' }).click(),
  ]);
  await expect(unsent(page)).toHaveCount(0);
  await page.goto(eventPage);
  await expect(page.getByRole('heading', { name: 'No files' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Awaited' })).toHaveCount(0);
  await expect(unsent(page)).toHaveCount(0);
});

test('a large drawing on nothing is white behind its lines once it was made smaller on the device', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  await openQuickReport(page, await newOrganization(page));
  await chooseInReport(page, 'Site plan.png', 'image/png', transparentDrawing(3_000, 2_000));
  await expect(page.getByRole('list', { name: 'Photo' }).getByRole('img', { name: /\.jpg$/ })).toBeVisible();
  await sendQuickReport(page, 'The plan shows the wrong exit');
  const bytes = await downloaded(page);
  const colours = await page.evaluate(async (base64) => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'image/jpeg' }),
    );
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const at = (x: number, y: number) => [...context.getImageData(x * picture.width, y * picture.height, 1, 1).data];
    return { width: picture.width, corner: at(0.02, 0.02), line: at(0.5, 0.5) };
  }, bytes.toString('base64'));
  expect(colours.width).toBe(2_048);
  expect(Math.min(...colours.corner)).toBeGreaterThan(245);
  expect(Math.max(...colours.line.slice(0, 3))).toBeLessThan(60);
});

/** A JPEG of a camera, larger than what devices store. */
async function cameraPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2_600, 1_950);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#385';
    context.fillRect(0, 0, 2_600, 1_950);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  const jpeg = Buffer.from(base64, 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), positionSegment(), jpeg.subarray(2)]);
}

test('a photo made smaller on the device keeps its position in an organization that keeps positions, and in no other', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  for (const keeps of [false, true]) {
    if (keeps)
      await organization.call('PATCH', `/orgs/${organization.guid}/customer-config`, {
        code: 'KEEP_PHOTO_LOCATION',
        isEnabled: true,
      });
    await openQuickReport(page, organization);
    await chooseInReport(page, 'Yard.jpg', 'image/jpeg', await cameraPhoto(page));
    await expect(page.getByRole('list', { name: 'Photo' }).getByRole('img', { name: /\.jpg$/ })).toBeVisible();
    await sendQuickReport(page, `A pallet slid ${keeps}`);
    const bytes = await downloaded(page);
    expect([keeps, bytes.includes(latitudeWhenShrunk)]).toEqual([keeps, keeps]);
    expect(bytes.length).toBeLessThan(100_000);
  }
});

test('a photo that was cut short in transfer is taken, shown, and marked as damaged', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const eventId = await reportNearMiss(organization, 'A lamp fell');
  await page.goto(`/events/${eventId}/attachments`);
  await page.getByLabel('Files to attach').setInputFiles({
    name: 'Lamp.jpg',
    mimeType: 'image/jpeg',
    buffer: caseFile('truncated-last-tenth.jpg'),
  });
  await expect(files(page)).toContainText('Damaged: part of it is missing', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'Open Lamp.jpg' }).locator('img')).toBeVisible();
  await look(page, 'a damaged photo');
  await page.getByRole('button', { name: 'Open Lamp.jpg' }).click();
  await expect(page.getByRole('dialog')).toContainText('Damaged: part of the picture is missing.');
});

test('a photo of a person may be a HEIC, as phones take it', async ({ visit }) => {
  const page = await visit();
  await newOrganization(page);
  await page.goto('/settings/personal');
  await page.getByLabel('A photo of you').setInputFiles({
    name: 'Me.heic',
    mimeType: 'image/heic',
    buffer: caseFile('libheif-exif.heic'),
  });
  await expect(page.getByText('Your photo was changed')).toBeVisible({ timeout: 20_000 });
});
