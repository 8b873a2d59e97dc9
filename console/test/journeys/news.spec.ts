import { colleague } from './support/colleague.ts';
import { bell, bellPanel } from './support/event-page.ts';
import { inspect } from './support/inspect.ts';
import { cold, expect, signOut, test, type Page } from './support/journey.ts';
import { callAs, newOrganization, reportNearMiss } from './support/new-organization.ts';

const line = (page: Page, number: number) => page.getByText(`Event ${number} has changed since you opened it.`);
/** Changes by others are visible within five seconds, plus the time that the browser takes to show them. */
const SOON = { timeout: 5_500 };

/** Records API requests from now on. The program's files may load at any time. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });
  return requests;
}

test('an event that is open follows a change by others: a line offers it, and nothing that is read moves', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const { eventId, number } = await api.report('Near miss', { description: `Pallet fell ${word}` });
  const page = await open('admin', `/events/${eventId}`);
  const prose = page.getByRole('region', { name: 'What happened' });
  await expect(prose).toContainText(`Pallet fell ${word}`);
  await page.waitForLoadState('networkidle');
  const before = await prose.boundingBox();
  await api.amend(eventId, { description: `Pallet fell from the rack ${word}` });
  await expect(line(page, number)).toBeVisible(SOON);
  await expect(prose).toContainText(`Pallet fell ${word}`);
  expect(await prose.boundingBox()).toEqual(before);
  await inspect(page, 'an event that has changed');
  await page.getByRole('button', { name: 'Show the latest', exact: true }).click();
  await expect(prose).toContainText(`Pallet fell from the rack ${word}`);
  await expect(line(page, number)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('what is typed into an event stays when others change it, and the page says so', async ({ open, as, word }) => {
  const api = await as('sam');
  const { eventId, number } = await api.report('Near miss', { description: `Ladder slid ${word}` });
  const page = await open('admin', `/events/${eventId}/edit`);
  const field = page.getByLabel('What happened?');
  await field.fill(`Ladder slid off the wall ${word}`);
  await api.amend(eventId, { immediateActions: `Footed ${word}` });
  await expect(line(page, number)).toBeVisible(SOON);
  await expect(field).toHaveValue(`Ladder slid off the wall ${word}`);
  await expect(field).toBeFocused();
});

test('the bell follows the requests of others, and its open list does not change while it is read', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const { eventId } = await api.report('Near miss', { description: `Hook bent ${word}` });
  const page = await open('mei', '/events/list/1');
  await bell(page).click();
  await expect(bellPanel(page).getByRole('listitem').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = (await bellPanel(page).textContent())!;
  await api.command(eventId, 'request-review', { reviewerGuid: await api.guidOf('mei') });
  await expect(bellPanel(page)).toContainText('Your tasks have changed.', SOON);
  expect((await bellPanel(page).textContent())!.startsWith(before)).toBe(true);
  await bellPanel(page).getByRole('button', { name: 'Show the latest tasks' }).click();
  await expect(bellPanel(page)).not.toContainText(before);
});

test('opening an event from the bell that is open already shows it as it is now', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const tess = await colleague(visit, organization, 'Tess Bower');
  const call = await callAs(tess.page);
  const eventId = await reportNearMiss({ guid: organization.guid, call }, 'A bolt sheared.');
  const of = (path = '') => `/reported-events/${eventId}${path}?organizationGuid=${organization.guid}`;
  const { user } = await organization.call<{ user: { guid: string } }>('GET', '/startup');
  await call('POST', of('/request-review'), { reviewerGuid: user.guid });
  await page.goto(`/events/${eventId}`);
  const prose = page.getByRole('region', { name: 'What happened' });
  await expect(prose).toContainText('A bolt sheared.');
  await bell(page).click();
  const task = bellPanel(page).locator(`a[href="/events/${eventId}"]`);
  await expect(task).toBeVisible();
  await page.waitForLoadState('networkidle');
  await call('PATCH', of(), { description: 'A bolt sheared under load.' });
  await task.click();
  await expect(page).toHaveURL(`/events/${eventId}`);
  await expect(prose).toContainText('A bolt sheared under load.', { timeout: 3_000 });
  await expect(page.getByRole('button', { name: 'Show the latest', exact: true })).toHaveCount(0);
});

test('a primary button is never an action that was already done, on another device or by somebody else', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const { eventId, number } = await api.report('Near miss', { description: `Rope frayed ${word}` });
  await api.command(eventId, 'request-review', { reviewerGuid: await api.guidOf('mei') });
  const page = await open('mei', `/events/${eventId}`);
  const review = page.getByRole('button', { name: `Review event ${number}…` }).filter({ visible: true });
  await expect(review).toBeVisible();
  await page.waitForLoadState('networkidle');
  await (await as('mei')).command(eventId, 'review', { severity: 2, likelihood: 2 });
  await expect(line(page, number)).toBeVisible(SOON);
  await expect(review).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the latest', exact: true }).click();
  await expect(
    page.getByRole('button', { name: `Send event ${number} for approval…` }).filter({ visible: true }),
  ).toBeVisible();
});

test('nothing is asked after signing out', async ({ open }) => {
  const page = await open('noor', '/events/list/1');
  const requests: string[] = [];
  await page.waitForRequest(/\/api\/position/, SOON);
  await signOut(page);
  await expect(page).toHaveURL(/\/signin$/);
  // Requests of the sign-in page itself.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.waitForTimeout(6_000);
  expect(requests).toEqual([]);
});

test('a tab that is out of sight asks nothing, and asks at once when it is looked at again', async ({ open }) => {
  const page = await open('noor', '/events/list/1');
  const answered = page.waitForResponse(/\/api\/position/, SOON);
  const turn = (to: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, to);
  // Requests that follow from the response were already sent: others may have changed something.
  await (await answered).finished();
  await page.waitForTimeout(500);
  await turn('hidden');
  const requests = requestsOf(page);
  await page.waitForTimeout(6_000);
  expect(requests).toEqual([]);
  await Promise.all([page.waitForRequest(/\/api\/position/, { timeout: 2_000 }), turn('visible')]);
});

test('an idle page does not extend the session: once the token has expired nothing is requested until the user touches the page', async ({
  open,
}) => {
  const page = await open('noor', '/favicon.svg', cold);
  await page.clock.install();
  let underWay = 0;
  page.on('request', () => (underWay += 1));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', () => (underWay -= 1));
  await page.goto('/events/list/1');
  await page.waitForResponse(/\/api\/position/, SOON);
  // Pending requests are finished before the clock advances.
  await page.clock.pauseAt(Date.now() + 500);
  await expect.poll(() => underWay).toBe(0);
  const requests = requestsOf(page);
  await page.clock.fastForward('02:00:00');
  await page.clock.runFor(120_000);
  expect(requests).toEqual([]);
  await page.clock.resume();
  await Promise.all([page.waitForRequest(/\/api\/auth\/refresh/), page.getByRole('heading', { level: 1 }).click()]);
});
