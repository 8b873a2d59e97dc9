import { answered } from './support/event-page.ts';
import { endSession, expect, test, type Page } from './support/journey.ts';
import { people, password } from './support/people.ts';
import type { ProductApi } from './support/product-api.ts';

const nearMissPage = async (api: ProductApi): Promise<string> =>
  `/events/add?formGuid=${(await api.form('Near miss')).formGuid}`;
const description = (page: Page) => page.getByLabel('What happened?');
const reports = (page: Page) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/reported-events\?/.test(request.url()))
      sent.push(request.headers()['idempotency-key'] ?? '');
  });
  return sent;
};

async function fillNearMiss(page: Page, words: string): Promise<void> {
  await description(page).fill(words);
  await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
  await page
    .getByRole('radiogroup', { name: 'What was the worst that could have happened?' })
    .getByRole('radio', { name: 'Serious injury' })
    .check();
}

const ask = async (page: Page) => {
  await page.getByRole('button', { name: 'Report a near miss…' }).click();
  return page.getByRole('dialog', { name: 'Report this near miss' });
};
const confirm = { name: 'Report a near miss', exact: true } as const;
const savedHere = (page: Page) =>
  page.getByText('Saved on this device', { exact: true }).filter({ visible: true }).first();
const waiting = (page: Page) => page.getByRole('article');
const arrived = (page: Page, heading: string) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();

test('a draft comes back after a reload, and goes when it is discarded', async ({ open, as, word }) => {
  const page = await open('sam', await nearMissPage(await as('sam')));
  await fillNearMiss(page, `Pallet slid off the forks ${word}.`);
  await expect(
    page
      .getByText(/^Saved \d\d:\d\d on this device/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(description(page)).toHaveValue(`Pallet slid off the forks ${word}.`);
  await expect(page.getByRole('radio', { name: 'Serious injury' })).toBeChecked();
  await page.getByText('Your draft has been restored, as you left it on this device.').waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(description(page)).toHaveValue('');
  await page.reload();
  await expect(description(page)).toHaveValue('');
});

test('a double tap reports once', async ({ open, as, word }) => {
  const api = await as('sam');
  const page = await open('sam', await nearMissPage(api));
  const sent = reports(page);
  await fillNearMiss(page, `Ladder left on the stairs ${word}`);
  const dialog = await ask(page);
  await dialog.getByRole('button', confirm).dblclick();
  await arrived(page, `Ladder left on the stairs ${word}`);
  expect(sent).toHaveLength(1);
  expect((await api.events({ text: word })).totalCount).toBe(1);
});

test('a report whose answer was lost counts once when it is sent again', async ({ open, as, word }) => {
  const api = await as('sam');
  const page = await open('sam', await nearMissPage(api));
  const sent = reports(page);
  await fillNearMiss(page, `Hose burst at the wash bay ${word}`);
  await page.route(/\/api\/reported-events\?/, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await (await ask(page)).getByRole('button', confirm).click();
  await expect(savedHere(page)).toBeVisible();
  await page.unroute(/\/api\/reported-events\?/);
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect(waiting(page)).toHaveCount(0);
  expect(sent.length).toBeGreaterThanOrEqual(2);
  expect(new Set(sent).size).toBe(1);
  expect((await api.events({ text: word })).totalCount).toBe(1);
});

test('what is missing blocks the report: the summary takes the focus and leads to each field', async ({ open, as }) => {
  const page = await open('sam', await nearMissPage(await as('sam')));
  const sent = reports(page);
  await description(page).waitFor();
  await page.getByRole('button', { name: 'Report a near miss…' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('heading')).toHaveText('3 answers need your attention');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [link, field] of [
    ['Please enter a description', description(page)],
    ['Worksite is required field', page.getByRole('radio', { name: /^Acheson Yard/ })],
    ['Answer “What was the worst that could have happened?”', page.getByRole('radio', { name: 'First aid' })],
  ] as const) {
    await summary.getByRole('link', { name: link }).click();
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
  }
  await expect(description(page)).toHaveAccessibleDescription(/Please enter a description/);
  await description(page).fill('A rung broke');
  await expect(summary.getByRole('heading')).toHaveText('2 answers need your attention');
  expect(sent).toEqual([]);
});

test('an injury is not reported without an injured person', async ({ open, as }) => {
  const page = await open('sam', `/events/add?formGuid=${(await (await as('sam')).form('Injury')).formGuid}`);
  await page.getByRole('button', { name: 'Remove person 1' }).click();
  await page.getByRole('button', { name: 'Report an injury…' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /injured person/i })
    .click();
  await expect(page.getByRole('button', { name: 'Add an injured person' })).toBeFocused();
});

test('nothing typed is lost when the network fails: what waits goes back into its form, and is sent from there', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const page = await open('sam', await nearMissPage(api));
  await fillNearMiss(page, `Load swung over the fence ${word}`);
  await page.route(/\/api\/reported-events\?/, (route) => route.abort('internetdisconnected'));
  await (await ask(page)).getByRole('button', confirm).click();
  await expect(savedHere(page)).toBeVisible();
  await page.reload();
  await waiting(page).getByRole('button', { name: 'Open and change' }).click();
  await expect(description(page)).toHaveValue(`Load swung over the fence ${word}`);
  await page.reload();
  await expect(description(page)).toHaveValue(`Load swung over the fence ${word}`);
  await page.unroute(/\/api\/reported-events\?/);
  // Late content may move the button away from under the pointer; and if the dialog opens late, it covers the button.
  const dialog = page.getByRole('dialog', { name: 'Report this near miss' });
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page.getByRole('button', { name: 'Report a near miss…' }).click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dialog.getByRole('button', confirm).click();
  await arrived(page, `Load swung over the fence ${word}`);
  expect((await api.events({ text: word })).totalCount).toBe(1);
});

test('after a session has ended the user signs in again over the page, and the report is sent', async ({
  open,
  as,
  word,
}) => {
  const page = await open('sam', await nearMissPage(await as('sam')));
  await fillNearMiss(page, `Brake failed on the ramp ${word}`);
  await endSession(page);
  const address = page.url();
  await (await ask(page)).getByRole('button', confirm).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again.getByLabel('Email address or username')).toHaveValue(people.sam.email);
  await expect(page).toHaveURL(address);
  await again.getByLabel('Password').fill('not the password');
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again.getByRole('alert')).not.toBeEmpty();
  await again.getByLabel('Password').fill(password);
  await answered(page, /\/reported-events$/, () => again.getByRole('button', { name: 'Sign in' }).click());
  await arrived(page, `Brake failed on the ramp ${word}`);
});

test('the day and the hour of a report are those of the worksite, wherever the phone is', { tag: '@phone' }, async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const { organization } = await api.startup();
  const page = await open('sam', '/favicon.svg');
  // By the browser's own time zone data: a province may have changed its rules since that was made.
  const today = () =>
    page.evaluate(
      (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date()),
      organization!.timeZone,
    );
  // If midnight passes meanwhile, the page may have opened on either side of it.
  const before = await today();
  await page.goto(await nearMissPage(api));
  await expect(page.getByLabel('On which day?')).toHaveValue(/^\d{4}-/);
  expect([before, await today()]).toContain(await page.getByLabel('On which day?').inputValue());
  await fillNearMiss(page, `Chain snapped at the gate ${word}`);
  await page.getByLabel('At what time?').fill('00:00');
  await answered(page, /\/reported-events$/, async () => (await ask(page)).getByRole('button', confirm).click());
  await expect(page.getByRole('main')).toContainText(/00:00 M[SD]T/);
});
