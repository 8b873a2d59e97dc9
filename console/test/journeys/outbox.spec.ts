import { storedOnDevice, readyWithoutNetwork } from './support/device.ts';
import { inspect, reflows } from './support/inspect.ts';
import { expect, signOut, test, type Page } from './support/journey.ts';
import { password, people } from './support/people.ts';

/** A browser with a service worker, which caches the shell. */
const withWorker = { serviceWorkers: 'allow' } as const;
const description = (page: Page) => page.getByLabel('What happened?');
const waiting = (page: Page) => page.getByRole('article');
const confirm = { name: 'Report a near miss', exact: true } as const;

async function reportNearMiss(page: Page, words: string): Promise<void> {
  await description(page).fill(words);
  await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
  await page
    .getByRole('radiogroup', { name: 'What was the worst that could have happened?' })
    .getByRole('radio', { name: 'Serious injury' })
    .check();
  await page.getByRole('button', { name: 'Report a near miss…' }).filter({ visible: true }).click();
  await page.getByRole('dialog').getByRole('button', confirm).click();
}

test('without a network reporting opens, also after a restart of the page; the report waits on the device, sealed, and arrives once when there is a network', async ({
  open,
  as,
  word,
}, { project }) => {
  const api = await as('sam');
  const page = await open('sam', '/events/add', withWorker);
  await readyWithoutNetwork(page);
  const { formGuid } = await api.form('Near miss');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: /^Near miss/ }).click();
  await reportNearMiss(page, `Sling frayed ${word}`);
  await expect(
    page.getByText('Waiting for signal. Plimsoll sends it by itself once it is open and there is signal.'),
  ).toBeVisible();
  await inspect(page, 'a report that waits');
  if (project.name === 'phone') await reflows(page, 'a report that waits');
  expect(await storedOnDevice(page)).not.toContain(word);

  const other = await page.context().newPage();
  await other.goto(`/events/add?formGuid=${formGuid}`);
  await expect(description(other)).toHaveValue('');
  await other.goto('/events/outbox');
  await expect(waiting(other)).toContainText(`Sling frayed ${word}`);
  await page.goto('/events/outbox');
  await expect(waiting(page)).toContainText(`Sling frayed ${word}`);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'No signal' })).toBeVisible();
  await page.goto('/events/outbox');

  await page.context().setOffline(false);
  for (const tab of [page, other]) await expect(waiting(tab)).toHaveCount(0, { timeout: 15_000 });
  await expect.poll(async () => (await api.events({ text: word })).totalCount).toBe(1);
});

test('signing out asks about a waiting report, which stays encrypted, and is sent when its user is back', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const page = await open('sam', `/events/add?formGuid=${(await api.form('Near miss')).formGuid}`);
  await page.route(/\/api\/reported-events\?/, (route) => route.abort('internetdisconnected'));
  await reportNearMiss(page, `Valve stuck ${word}`);
  await expect(waiting(page)).toContainText(`Valve stuck ${word}`);
  await page.goto('/events/list/1');
  await expect(page.getByRole('link', { name: 'Outbox: 1 not sent' })).toBeVisible({ timeout: 10_000 });
  await signOut(page);
  await expect(page.getByRole('heading', { name: '1 report has not been sent' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep locked and sign out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  expect(await storedOnDevice(page)).not.toContain(word);
  await page.unroute(/\/api\/reported-events\?/);
  await page.getByLabel('Email address or username').fill(people.sam.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^Event \d+ was reported$/)).toBeVisible({ timeout: 15_000 });
  await expect.poll(async () => (await api.events({ text: word })).totalCount).toBe(1);
});
