import { storedOnDevice } from './support/device.ts';
import { ask } from './support/event-page.ts';
import { inspect, reflows, smallTargets, sticksOut } from './support/inspect.ts';
import { cold, endSession, expect, test, type Page } from './support/journey.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => search(page).getByRole('combobox', { name: 'Search for events, pages and actions' });
const option = (page: Page, name: string | RegExp) => search(page).getByRole('option', { name });
const inGroup = (page: Page, name: string) => search(page).getByRole('group', { name }).getByRole('option');
const status = (page: Page) => search(page).getByRole('status');
const chosen = (page: Page) => search(page).getByRole('option', { selected: true });
const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Search/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function openSearch(page: Page): Promise<void> {
  await heading(page).waitFor();
  await button(page).click();
  await expect(field(page)).toBeFocused();
}

test('Ctrl-K opens the search from inside a field; Escape gives the focus back, and what was typed there stays', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const page = await open('sam', `/events/add?formGuid=${(await (await as('sam')).form('Near miss')).formGuid}`);
  const happened = page.getByLabel('What happened?');
  await happened.fill(`Ladder slid ${word}`);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('privacy');
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  await expect(happened).toBeFocused();
  await page.keyboard.type(' away');
  await expect(happened).toHaveValue(`Ladder slid ${word} away`);
  await page.keyboard.press('Control+k');
  await expect(field(page), 'what was looked for before is not kept').toHaveValue('');
  await page.keyboard.press('Control+k');
  await expect(search(page)).toHaveCount(0);
  await expect(happened).toBeFocused();
});

test('who goes elsewhere from a report finds it again as it was', async ({ open, as, word }) => {
  const page = await open('sam', `/events/add?formGuid=${(await (await as('sam')).form('Near miss')).formGuid}`);
  await page.getByLabel('What happened?').fill(`Ladder slid ${word}. It was wet.`);
  await page.keyboard.press('Control+k');
  await field(page).fill('assigned');
  await option(page, 'Events assigned to me').click();
  await expect(page).toHaveURL(/\/events\/list\/1\?assignedToMe=true$/);
  await expect(heading(page)).toBeFocused();
  await page.goto('/events/add');
  await page.getByRole('link', { name: new RegExp(`^Continue: Near miss.*${word}`) }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue(`Ladder slid ${word}. It was wet.`);
});

test('the search lies over another dialog, and Escape leaves that one as it was', { tag: '@desktop' }, async ({
  open,
  as,
  word,
}) => {
  const tyler = await as('tyler');
  const { eventId } = await tyler.report('Near miss', { description: `Strap tore ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  const page = await open('mei', `/events/${eventId}`);
  const dialog = await ask(page, 'Return…');
  await dialog.getByLabel('What must change').fill(`Which strap ${word}?`);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  await expect(page.getByRole('dialog').getByLabel('What must change')).toBeFocused();
  await expect(page.getByRole('dialog').getByLabel('What must change')).toHaveValue(`Which strap ${word}?`);
});

test('over the sign-in of a session that has ended it does not open', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/1');
  await page.getByRole('table', { name: 'Events' }).waitFor();
  await endSession(page);
  await openSearch(page);
  await field(page).fill('forklift');
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(again.getByLabel('Password')).toBeFocused();
});

test('the button of the bar opens it; Back closes it, and not the page', async ({ open }, { project }) => {
  const page = await open('mei', '/events/list/1?state=APPROVED');
  await openSearch(page);
  await field(page).fill('colours');
  await expect(option(page, 'Use dark colours')).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/events\/list\/1\?state=APPROVED$/);
  await expect(button(page)).toBeFocused();
  await openSearch(page);
  await search(page).getByRole('button', { name: 'Close' }).click();
  await expect(search(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  if (project.name !== 'phone') return expect(button(page)).toHaveText('Search Ctrl K');
  const { width, height } = (await button(page).boundingBox())!;
  expect([width, height]).toEqual([44, 44]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sticksOut(page)).toEqual([]);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
});

test('on a Mac it is the Command key, and the bar says so', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/favicon.svg', cold);
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }));
  await page.goto('/events/list/1');
  await expect(button(page)).toHaveText('Search ⌘K');
  await expect(button(page)).toHaveAttribute('aria-keyshortcuts', 'Meta+K');
  await heading(page).waitFor();
  await page.keyboard.press('Meta+k');
  await expect(field(page)).toBeFocused();
});

test('an event is found by its number and by its words, and choosing it opens it', async ({ open, as, word }) => {
  const {
    eventId,
    number,
    heading: words,
  } = await (await as('mei')).report('Near miss', { description: `Gantry bolt sheared ${word}` });
  const page = await open('mei', '/dashboard');
  for (const typed of [String(number), `event ${number}`, `sheared ${word}`]) {
    await test.step(typed.replace(word, '…'), async () => {
      await openSearch(page);
      await field(page).fill(typed);
      await expect(inGroup(page, 'Events').first()).toContainText(words);
      await expect(inGroup(page, 'Events').first()).toContainText(`${number}`);
      await expect(inGroup(page, 'Events').first()).toContainText('Reported');
      await expect(status(page)).toHaveText(/event/);
      await expect(chosen(page)).toContainText(words);
      await field(page).press('Enter');
      await expect(page).toHaveURL(`/events/${eventId}`);
      await expect(heading(page)).toHaveText(words);
      await expect(heading(page)).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/dashboard');
    });
  }
});

test('an event is first under its number, however many others contain the digits', async ({ open, as, word }) => {
  const mei = await as('mei');
  const { number, heading: words } = await mei.report('Near miss', {
    description: `Old winch seized ${word}`,
    occurrenceDate: '2020-01-02',
  });
  for (let unit = 0; unit < 9; unit += 1)
    await mei.report('Near miss', { description: `Unit ${number} leaked again ${word}` });
  const page = await open('mei', '/dashboard');
  await openSearch(page);
  await field(page).fill(String(number));
  // A generated word of another journey may contain the digits by chance.
  const { totalCount } = await mei.events({ text: String(number) });
  expect(totalCount).toBeGreaterThanOrEqual(10);
  await expect(status(page)).toHaveText(`8 of ${totalCount} events`);
  await expect(inGroup(page, 'Events').first()).toContainText(words);
  await field(page).fill(`#${number}`);
  await expect(status(page)).toHaveText('1 event');
});

test('Enter pressed before the answer is there opens what that brings', { tag: '@desktop' }, async ({
  open,
  as,
  word,
}) => {
  const { eventId, number } = await (await as('mei')).report('Near miss', { description: `Crane hook bent ${word}` });
  const page = await open('mei', '/dashboard');
  await openSearch(page);
  await page.keyboard.type(String(number));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/events/${eventId}`);
});

test('the last row opens the list with all that match, and as many as it says', async ({ open, as }) => {
  const { totalCount } = await (await as('mei')).events({ text: 'truck' });
  expect(totalCount).toBeGreaterThan(8);
  const page = await open('mei', '/dashboard');
  await openSearch(page);
  await field(page).fill(' truck ');
  await expect(inGroup(page, 'Events')).toHaveCount(9);
  await expect(status(page)).toHaveText(new RegExp(`^8 of ${totalCount.toLocaleString('en-CA')} events`));
  await field(page).press('End');
  await expect(chosen(page)).toHaveText(`All ${totalCount.toLocaleString('en-CA')} events that match`);
  await field(page).press('Enter');
  await expect(page).toHaveURL('/events/list/1?text=truck');
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: `${totalCount.toLocaleString('en-CA')} events match` }),
  ).toBeVisible();
});

test('who may not see an event finds it neither by its number nor by its words', async ({ open, as, word }) => {
  const { number, heading: words } = await (await as('tyler')).report('Injury', {
    description: `Finger pinched ${word}`,
    occurrenceDate: '2025-03-04',
  });
  const [sam, mei] = [await open('sam', '/dashboard'), await open('mei', '/dashboard')];
  await openSearch(sam);
  await openSearch(mei);
  for (const typed of [word, `event ${number}`]) {
    await field(mei).fill(typed);
    await expect(inGroup(mei, 'Events').first()).toContainText(words);
    await field(sam).fill(typed);
    await expect(status(sam)).toHaveText('Nothing found');
    await expect(sam.getByText(`Nothing matches “${typed}”`)).toBeVisible();
    await expect(search(sam).getByRole('option')).toHaveCount(0);
  }
});

test('pages and actions are offered to those alone who may open them', async ({ open, as, word }) => {
  const { eventId, number } = await (await as('sam')).report('Near miss', { description: `Fence down ${word}` });
  const sam = await open('sam', '/dashboard');
  await openSearch(sam);
  await field(sam).fill('hours');
  await expect(status(sam)).not.toBeEmpty();
  await expect(option(sam, 'Reporting Metrics')).toHaveCount(0);
  await sam.goto(`/events/${eventId}`);
  await openSearch(sam);
  await field(sam).fill(`edit event ${number}`);
  await option(sam, `Edit event ${number}`).click();
  await expect(sam).toHaveURL(`/events/${eventId}/edit`);
  await expect(heading(sam)).toHaveText(`Edit event ${number}`);
  const { items } = await (await as('mei')).events({ state: ['APPROVED'] });
  const mei = await open('mei', `/events/${items[0]!.eventId}`);
  await openSearch(mei);
  await expect(option(mei, `History of event ${items[0]!.number}`)).toBeVisible();
  await expect(option(mei, /^Edit event/)).toHaveCount(0);
  await field(mei).fill('hours');
  await option(mei, 'Reporting Metrics').click();
  await expect(mei).toHaveURL('/settings/organization/reporting');
  await expect(heading(mei)).toBeFocused();
});

test('one reports by a form, changes the colours and signs out from there', async ({ open, as }) => {
  const { formGuid } = await (await as('jack')).form('Safety observation');
  const page = await open('jack', '/dashboard');
  await openSearch(page);
  await field(page).fill('new observation');
  await option(page, 'Report a safety observation').click();
  await expect(page).toHaveURL(`/events/add?formGuid=${formGuid}`);
  await expect(heading(page)).toHaveText('Report a safety observation');
  await page.goto('/dashboard');
  await openSearch(page);
  await field(page).fill('dark theme');
  await field(page).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(button(page)).toBeFocused();
  await openSearch(page);
  await field(page).fill('log out');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/signin$/);
});

test('arrows, Home and End go through all that was found, in a circle', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/dashboard');
  await openSearch(page);
  await field(page).fill('report a');
  await expect(status(page)).toHaveText(/actions$/);
  const options = search(page).getByRole('option');
  const last = (await options.count()) - 1;
  expect(last).toBeGreaterThan(2);
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  for (const [key, place] of [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', last],
    ['ArrowDown', 0],
    ['End', last],
    ['Home', 0],
  ] as const) {
    await field(page).press(key);
    await expect(chosen(page)).toHaveCount(1);
    await expect(options.nth(place)).toHaveAttribute('aria-selected', 'true');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await options.nth(place).getAttribute('id'))!);
    await expect(options.nth(place)).toBeInViewport();
  }
});

test('an answer that comes late does not replace a newer one, and no count is said before it is known', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const mei = await as('mei');
  await mei.report('Near miss', { description: `Pallet broke ${word}a` });
  await mei.report('Near miss', { description: `Crate broke ${word}b` });
  const page = await open('mei', '/dashboard');
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname.endsWith('/reported-events') && url.search.includes(`${word}a`),
    async (route) => {
      await isHeld;
      await route.continue().catch(() => undefined);
    },
  );
  await openSearch(page);
  await field(page).fill(`${word}a`);
  await expect(status(page)).toHaveText('Searching events…');
  await field(page).fill(`${word}b`);
  await expect(inGroup(page, 'Events')).toHaveText([/Crate broke/]);
  await expect(status(page)).toHaveText('1 event');
  release();
  await page.waitForTimeout(500);
  await expect(inGroup(page, 'Events')).toHaveText([/Crate broke/]);
});

test('a search that failed says so, keeps pages and actions, and can be tried again', async ({ open, as, word }) => {
  const { heading: words } = await (await as('mei')).report('Near miss', { description: `Rail loose ${word}` });
  const page = await open('mei', '/dashboard');
  await openSearch(page);
  await page.route(/\/api\/reported-events\?/, (route) => route.abort('internetdisconnected'));
  await field(page).fill(word);
  await expect(status(page)).toHaveText('Events could not be searched', { timeout: 10_000 });
  await page.unroute(/\/api\/reported-events\?/);
  await search(page).getByRole('button', { name: 'Try again' }).click();
  await expect(inGroup(page, 'Events')).toHaveText([new RegExp(words)]);
  await expect(field(page)).toBeFocused();
});

test('it is loaded when it is first opened, and keys that are pressed meanwhile go into it and not into the page', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const page = await open('sam', `/events/add?formGuid=${(await (await as('sam')).form('Near miss')).formGuid}`);
  const happened = page.getByLabel('What happened?');
  await happened.fill(`Hose burst ${word}`);
  await page.waitForLoadState('networkidle');
  let requestCount = 0;
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    requestCount += 1;
    await isHeld;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('privaxy');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('cy');
  await expect(search(page)).toHaveCount(0);
  release();
  await expect(field(page)).toHaveValue('privacy');
  expect(requestCount, 'scripts of the search').toBeGreaterThan(0);
  await expect(option(page, 'Privacy Policy')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(happened).toHaveValue(`Hose burst ${word}`);
});

test('a search that cannot be loaded says so, and the page stays', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/1');
  await page.getByRole('table', { name: 'Events' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await button(page).click();
  await expect(page.getByText('The search could not be loaded')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  await expect(button(page)).toBeFocused();
});

test('searches are not stored', { tag: '@desktop' }, async ({ open, as, word }) => {
  const { heading: words } = await (await as('mei')).report('Near miss', { description: `Valve stuck ${word}` });
  const page = await open('mei', '/dashboard');
  await openSearch(page);
  await field(page).fill(word);
  await expect(inGroup(page, 'Events')).toHaveText([new RegExp(words)]);
  await page.keyboard.press('Escape');
  await openSearch(page);
  await expect(field(page)).toHaveValue('');
  await expect(inGroup(page, 'Events')).toHaveCount(0);
  const stored = await storedOnDevice(page);
  expect(stored).not.toContain(word);
});

test('WCAG 2.2 AA in each of its states, in light and dark, and nothing is wider than 320 px', async ({
  open,
  as,
  word,
}, { project }) => {
  test.setTimeout(120_000);
  const { eventId, number } = await (await as('mei')).report('Near miss', {
    description: `Scaffold board cracked from end to end while two people stood on it, nobody was hurt ${word}`,
  });
  const page = await open('mei', `/events/${eventId}`);
  const look = async (state: string) => {
    await inspect(page, state);
    if (project.name !== 'phone') return;
    await reflows(page, state);
    expect.soft(await smallTargets(page, 44), `targets of ${state}`).toEqual([]);
  };
  await openSearch(page);
  await look('the search, as it opens');
  await field(page).fill('truck');
  await expect(status(page)).toHaveText(/^8 of/);
  await look('the search with many events');
  await field(page).fill(`event ${number}`);
  await expect(status(page)).toHaveText(/1 event/);
  await look('the search with one event');
  await field(page).fill(`nothing has ${word}${word}`);
  await expect(status(page)).toHaveText('Nothing found');
  const message = await search(page).getByText('Nothing found').boundingBox();
  expect(message?.height, 'said to those who listen: those who look read it where the results would be').toBeLessThan(
    2,
  );
  await look('the search with nothing');
  await page.route(/\/api\/reported-events\?/, (route) => route.abort());
  await field(page).fill('crew');
  await expect(status(page)).toHaveText('Events could not be searched', { timeout: 10_000 });
  await look('the search that failed');
});
