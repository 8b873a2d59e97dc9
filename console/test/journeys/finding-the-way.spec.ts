import { desktop, expect, test, type Page } from './support/journey.ts';
import { password, people } from './support/people.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const eventsCrumb = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Events' });
const inList = (page: Page) => page.getByRole('navigation', { name: 'In the list' });

test('an event leads back to the list with its filters, and on to its neighbours there', async ({ open, as, word }) => {
  const api = await as('mei');
  const found: { eventId: string; number: number }[] = [];
  for (const place of [1, 2, 3])
    found.push(await api.report('Near miss', { description: `Bolt ${place} sheared ${word}` }));
  const page = await open('mei', `/events/list/1?text=${word}&sortBy=NUMBER`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Bolt 2/ })
    .click();
  await expect(heading(page)).toHaveText(`Bolt 2 sheared ${word}`);
  await inList(page)
    .getByRole('link', { name: `Next event, ${found[0]!.number}` })
    .click();
  await expect(heading(page)).toHaveText(`Bolt 1 sheared ${word}`);
  await expect(heading(page)).toBeFocused();
  await expect(inList(page).getByRole('link', { name: /^Next/ })).toHaveCount(0);
  await inList(page)
    .getByRole('link', { name: /^Previous event/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/events/${found[1]!.eventId}$`));
  await eventsCrumb(page).click();
  await expect(page).toHaveURL(new RegExp(`/events/list/1\\?text=${word}&sortBy=NUMBER$`));
});

test('the neighbour of the last row is on the next page, to which the list returns', { tag: '@desktop' }, async ({
  open,
}) => {
  const page = await open('mei', '/events/list/1?state=APPROVED');
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await rows.nth(9).getByRole('link').click();
  await inList(page).getByRole('link', { name: /^Next/ }).click();
  await inList(page)
    .getByRole('link', { name: /^Previous/ })
    .waitFor();
  const words = await heading(page).textContent();
  await eventsCrumb(page).click();
  await expect(page).toHaveURL(/\/events\/list\/2\?state=APPROVED$/);
  await expect(rows.first().getByRole('link')).toHaveText(words!);
});

test('an event that was opened by its own address has no neighbours, and leads to the whole list', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const { eventId } = await (await as('mei')).report('Near miss', { description: `Strap frayed ${word}` });
  const page = await open('mei', `/events/${eventId}`);
  await heading(page).waitFor();
  await expect(inList(page)).toHaveCount(0);
  await expect(eventsCrumb(page)).toHaveAttribute('href', '/events/list/1');
});

test('a list has 10, 25 or 50 rows, and its address says so', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/1');
  await page.getByRole('button', { name: '10 rows on a page' }).click();
  await page.getByRole('menuitem', { name: '25 rows' }).click();
  await expect(page).toHaveURL(/\/events\/list\/1\?limit=25$/);
  await expect(page.getByRole('table', { name: 'Events' }).locator('tbody tr')).toHaveCount(25);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 – 25 of');
});

test('the link that is copied opens the event', async ({ open, as, word }) => {
  const { eventId, number } = await (await as('mei')).report('Near miss', { description: `Plank split ${word}` });
  const page = await open('mei', `/events/${eventId}/history`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(`The link to event ${number} was copied`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(`/events/${eventId}`, page.url()).href,
  );
});

test('a signed-in user is redirected from the sign-in page: to the requested address, else home', async ({ open }) => {
  const page = await open('mei', '/signin');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`/signin?${new URLSearchParams({ next: '/events/list/2?state=APPROVED' })}`);
  await expect(page).toHaveURL(/\/events\/list\/2\?state=APPROVED$/);
  await page.goto(`/signin?${new URLSearchParams({ next: 'https://elsewhere.example/' })}`);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing in in one tab takes the other tabs along that wait at the sign-in', { tag: '@desktop' }, async ({
  visit,
}) => {
  const page = await visit('/events/list/1?state=APPROVED');
  await page.getByLabel('Password').waitFor();
  const other = await page.context().newPage();
  await other.goto('/signin');
  await other.getByLabel('Email address or username').fill(people.mei.email);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveURL(/\/events\/list\/1\?state=APPROVED$/);
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
});

test('at 1024 px the navigation is whole, and nothing of the bar is cut', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/1', { ...desktop, viewport: { width: 1024, height: 768 } });
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'You', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Events' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  const title = page.getByRole('table', { name: 'Events' }).locator('tbody tr').first().getByRole('link');
  expect(
    (await title.boundingBox())!.width,
    'titles have the room of what is left out, but for the box to choose a row by',
  ).toBeGreaterThan(350);
});

test('the history shows what people did, and nothing that is internal to the product', async ({ open, as }) => {
  const { items } = await (await as('mei')).events({ state: ['APPROVED'] });
  const page = await open('mei', `/events/${items[0]!.eventId}/history`);
  await expect(page.getByText(/approved the event/)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/received \d/);
  await expect(page.getByRole('main')).not.toContainText('Approved revision');
  await expect(page.getByRole('listitem').filter({ hasText: 'reviewed the event' }).last()).toContainText(
    /Severity not rated/,
  );
});
