import { readyWithoutNetwork, storedOnDevice } from './support/device.ts';
import { bell } from './support/event-page.ts';
import { inspect, reflows } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { photo } from './support/photo.ts';

/** A browser with a service worker, which caches the shell. */
const withWorker = { serviceWorkers: 'allow' } as const;
const bar = (page: Page) => page.getByRole('region', { name: 'Connection' });
const wrong = (page: Page) => page.getByText(/Something went wrong|unknown error/i);

test('without signal a thin bar says so on every screen, nothing is said to have gone wrong, and events opened before stay readable, marked with their age', async ({
  open,
  as,
  word,
}, { project }) => {
  const api = await as('sam');
  const { eventId, number } = await api.report('Near miss', { description: `Chain slipped ${word}` });
  const other = await api.report('Near miss', { description: `Never opened ${word}` });
  const page = await open('sam', `/events/${eventId}`, withWorker);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(`Chain slipped ${word}`);
  await readyWithoutNetwork(page);
  await expect.poll(() => storedOnDevice(page), { timeout: 20_000 }).toMatch(new RegExp(`event:[^"]*${eventId}`));
  expect(await storedOnDevice(page)).not.toContain(word);
  await expect(bar(page)).toHaveText('');

  await page.context().setOffline(true);
  await expect(bar(page)).toContainText('No signal');
  await expect(page.getByText(/^No signal\. You see this event as of \d\d:\d\d/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(`Chain slipped ${word}`);
  await expect(page.getByText(/^No signal\. You see this event as of \d\d:\d\d/)).toBeVisible();
  await expect(bar(page)).toContainText('No signal');
  await expect(wrong(page)).toHaveCount(0);
  await inspect(page, 'an event without signal');
  if (project.name === 'phone') await reflows(page, 'an event without signal');
  await bell(page).click();
  await expect(page.getByText('No signal. Your tasks appear when you are back online.')).toBeVisible();
  await expect(wrong(page)).toHaveCount(0);

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'No signal' })).toBeVisible();
  await expect(bar(page)).toContainText('No signal');
  await expect(wrong(page)).toHaveCount(0);
  await inspect(page, 'a page without signal');
  await page.getByRole('link', { name: new RegExp(`^${number} · Chain slipped`) }).click();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(`Chain slipped ${word}`);

  await page.goto(`/events/${other.eventId}`);
  await expect(page.getByText('This needs a connection. It loads when you are back online.')).toBeVisible();
  await expect(wrong(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(`Never opened ${word}`, {
    timeout: 15_000,
  });
  await expect(bar(page)).toHaveText('');
});

test('without signal a form says so at its top, and the outbox never says “1 kept” beside “no files”', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const { formGuid } = await api.form('Near miss');
  const page = await open('sam', '/events/add', withWorker);
  await readyWithoutNetwork(page);
  await page.context().setOffline(true);
  await page.goto(`/events/add?formGuid=${formGuid}&quick=true`);
  const notice = page.getByText(/^No signal\. Your report is saved on this device/);
  await expect(notice).toBeVisible();
  const field = page.getByLabel('What happened, in one sentence?');
  expect((await notice.boundingBox())!.y).toBeLessThan((await field.boundingBox())!.y);
  await expect(bar(page)).toContainText('No signal');
  await expect(wrong(page)).toHaveCount(0);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer: photo() });
  await field.fill(`Ladder slid ${word}`);
  await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
  await page.getByRole('button', { name: 'Report a near miss' }).filter({ visible: true }).first().click();
  await expect(page.getByRole('article')).toContainText('1 kept');
  await expect(page.getByText('Files of a report are sent with it.')).toBeVisible();
  await expect(wrong(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect.poll(async () => (await api.events({ text: word })).totalCount, { timeout: 15_000 }).toBe(1);
});
