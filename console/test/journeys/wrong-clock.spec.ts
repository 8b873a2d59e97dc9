import { readyWithoutNetwork } from './support/device.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';

const withWorker = { serviceWorkers: 'allow' } as const;
const day = (page: Page) => page.getByLabel('On which day?');
const YEAR_MS = 365 * 86_400_000;

/** The device's clock is set that far from the right time from the next page on. */
const setClock = (page: Page, byMs: number) =>
  page.addInitScript((ms) => {
    const Real = Date;
    const wrong = () => Real.now() + ms;
    globalThis.Date = new Proxy(Real, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [wrong()] : given),
      get: (target, name) => (name === 'now' ? wrong : Reflect.get(target, name)),
    });
  }, byMs);

/** Loses the network, and with it the server's time. */
async function goOffline(page: Page, clockErrorMs: number): Promise<void> {
  await readyWithoutNetwork(page);
  await page.context().setOffline(true);
  await setClock(page, clockErrorMs);
}

const sendQuick = (page: Page) =>
  page.getByRole('button', { name: 'Report a near miss' }).filter({ visible: true }).first().click();

async function fillQuick(page: Page, words: string): Promise<void> {
  await page.getByLabel('What happened, in one sentence?').fill(words);
  await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
}

/** The day in the zone of the worksite, by the browser's rules of it, which may be older than those of Node. */
const today = (page: Page) =>
  page.evaluate((now) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Edmonton' }).format(now), Date.now());

for (const [what, byMs] of [
  ['years behind', -7 * YEAR_MS],
  ['years ahead', 7 * YEAR_MS],
] as const)
  test(`without a network and with a clock ${what}, the form asks for the day, and the event has the chosen one`, async ({
    open,
    as,
    word,
  }) => {
    test.setTimeout(120_000);
    const api = await as('sam');
    const { formGuid } = await api.form('Near miss');
    const page = await open('sam', '/events/add', withWorker);
    await goOffline(page, byMs);
    for (const address of [`/events/add?formGuid=${formGuid}`, `/events/add?formGuid=${formGuid}&quick=true`]) {
      await page.goto(address);
      await expect(day(page)).toHaveValue('');
      await expect(page.getByText(/^This device’s clock says \d+ \w+ \d{4}, which may be wrong\./)).toBeVisible();
    }
    await look(page, 'a quick report with a wrong clock');
    await fillQuick(page, `Sling frayed ${word}`);
    await sendQuick(page);
    await expect(page.getByRole('link', { name: /date|day/i }).first()).toBeVisible();
    await day(page).fill(await today(page));
    await sendQuick(page);
    await expect(page.getByText(/^Waiting for signal\./)).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(async () => (await api.events({ text: word })).totalCount, { timeout: 20_000 }).toBe(1);
    const { items } = await api.events({ text: word });
    expect(items[0]).toMatchObject({ occurrenceDate: await today(page) });
    expect(Math.abs(Date.parse(items[0]!.reportedAt) - Date.now())).toBeLessThan(10 * 60_000);
  });

test('a day that nobody chose is corrected when the server tells its time, also when its first answer is lost', async ({
  open,
  as,
  word,
}) => {
  test.setTimeout(120_000);
  const api = await as('sam');
  const { formGuid } = await api.form('Near miss');
  const page = await open('sam', '/events/add', withWorker);
  await goOffline(page, -7 * YEAR_MS);
  // As on a device that an earlier version of the product has prepared.
  await page.evaluate(() => localStorage.removeItem('plimsoll-server-time'));
  await page.goto(`/events/add?formGuid=${formGuid}&quick=true`);
  await fillQuick(page, `Valve stuck ${word}`);
  await sendQuick(page);
  await expect(page.getByText(/^Waiting for signal\./)).toBeVisible();
  const sent: string[] = [];
  await page.context().route(
    (url) => url.pathname === '/api/reported-events',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      if (sent.push(route.request().postData()!) > 1) return route.continue();
      await route.fetch();
      return route.abort();
    },
  );
  await page.context().setOffline(false);
  await expect(page.getByText(/Its day was corrected to \d+ \w+ \d{4}\./)).toBeVisible({ timeout: 40_000 });
  expect(sent).toEqual([sent[0], sent[0]]);
  const { items } = await api.events({ text: word });
  expect(items[0]).toMatchObject({ occurrenceDate: await today(page) });
  expect(Math.abs(Date.parse(items[0]!.reportedAt) - Date.now())).toBeLessThan(10 * 60_000);
});
