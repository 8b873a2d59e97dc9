import { readFileSync } from 'node:fs';
import type { IncidentList } from '@plimsoll/contracts/incidents/answers';
import { inspect, look, reflows } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { onADesktop } from './support/screens.ts';

const count = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /match|events?$/ });
const rows = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('tbody tr');
/** The previous page stays visible while the next one loads. */
const settled = (page: Page) => expect(page.locator('main [aria-busy]')).toHaveCount(0);
const filter = async (page: Page, label: string, value: string) => {
  await page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click();
  // The address decides whether it is checked, a moment later.
  const box = page.getByRole('group', { name: label }).getByRole('checkbox', { name: value });
  await box.click();
  await expect(box).toBeChecked();
  await page.keyboard.press('Escape');
};

test('filters, page and order are in the address, and Back restores each of them', { tag: '@desktop' }, async ({
  open,
}) => {
  const page = await open('mei', '/events');
  await expect(page).toHaveURL(/\/events\/list\/1$/);
  await filter(page, 'State', 'Approved');
  await expect(page).toHaveURL(/\/events\/list\/1\?state=APPROVED$/);
  await expect(page.getByRole('button', { name: 'State: Approved' })).toBeVisible();
  await expect(count(page)).toHaveText(/^[\d,]+ events match$/);
  await expect(rows(page).first()).toContainText('Approved');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/\/events\/list\/2\?state=APPROVED$/);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('11 – 20 of');
  await settled(page);
  const third = rows(page).nth(2).getByRole('link');
  const heading = (await third.textContent())!;
  await third.click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/events\/list\/2\?state=APPROVED$/);
  await expect(rows(page).nth(2).getByRole('link')).toHaveText(heading);
  await page.goBack();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 – 10 of');
  await page.goBack();
  await expect(page).toHaveURL(/\/events\/list\/1$/);
  await expect(page.getByRole('search').getByRole('button', { name: 'State', exact: true })).toBeVisible();
  await expect(count(page)).toHaveText(/^[\d,]+ events$/);
});

test('a list that is opened by its address is the one that was sent', { tag: '@desktop' }, async ({ open, as }) => {
  const page = await open(
    'mei',
    '/events/list/2?state=REVIEWED&state=APPROVED&riskBand=HIGH&sortBy=NUMBER&sortDirection=ASCENDING',
  );
  const asMei = await as('mei');
  // Other journeys keep reviewing the same events.
  await expect(async () => {
    await page.reload();
    const { totalCount } = await asMei.events({ state: ['REVIEWED', 'APPROVED'], riskBand: ['HIGH'] });
    expect(totalCount).toBeGreaterThan(10);
    await expect(count(page)).toHaveText(`${totalCount.toLocaleString('en-CA')} events match`, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'State: 2 of 7' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'No.' })).toHaveAttribute('aria-sort', 'ascending');
});

test('words typed into the search narrow the list without filling the way back', { tag: '@desktop' }, async ({
  open,
  as,
  word,
}) => {
  await (await as('tyler')).report('Near miss', { description: `Rail bent ${word}` });
  const page = await open('mei', '/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await page.getByRole('searchbox', { name: 'Number or words' }).pressSequentially(word, { delay: 30 });
  await expect(count(page)).toHaveText('1 event matches');
  await expect(page).toHaveURL(new RegExp(`text=${word}$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a header sorts, and turns the order the second time', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/3');
  const risk = page.getByRole('columnheader', { name: 'Risk', exact: true });
  await expect(
    page.getByRole('button', { name: 'Risk', exact: true }),
    'the filter, and not the button that sorts',
  ).toHaveCount(1);
  await expect(risk.getByRole('button')).toHaveAccessibleName('Sort by Risk');
  await risk.getByRole('button').click();
  await expect(page).toHaveURL(/\/events\/list\/1\?sortBy=RISK$/);
  await expect(risk).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(/Extreme/);
  await risk.getByRole('button').click();
  await expect(risk).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('button', { name: 'Sort by: Lowest risk first' })).toBeVisible();
});

test('a list filtered to nothing names its filters and takes them off', async ({ open }) => {
  const page = await open('mei', '/events/list/1?state=CLOSED&riskBand=EXTREME');
  await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
  await expect(page.getByText('These filters are on: state and risk.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL(/\/events\/list\/1$/);
  await expect(page.getByRole('heading', { name: 'No events match' })).toHaveCount(0);
});

test('a page beyond the last says so and leads back', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/9999?state=APPROVED');
  await expect(page.getByRole('heading', { name: 'There is no page 9999' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to page 1' }).click();
  await expect(page).toHaveURL(/\/events\/list\/1\?state=APPROVED$/);
});

test('assigned to me holds what waits for me, and nothing else', async ({ open, as, word }, { project }) => {
  const tyler = await as('tyler');
  const { eventId } = await tyler.report('Near miss', { description: `Fence down ${word}` });
  const other = await tyler.report('Near miss', { description: `Fence still down ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await tyler.command(other.eventId, 'request-review', { reviewerGuid: await tyler.guidOf('manager') });
  const page = await open('mei', `/events/list/1?text=${word}`);
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(word) })).toHaveCount(2);
  if (project.name === 'phone') await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByText('Assigned to me').click();
  await expect(page.getByRole('switch', { name: 'Assigned to me' })).toBeChecked();
  if (project.name === 'phone') await page.getByRole('button', { name: 'Show the list' }).click();
  await expect(page).toHaveURL(/assignedToMe=true/);
  const link = page.getByRole('main').getByRole('link', { name: new RegExp(word) });
  await expect(link).toHaveCount(1);
  await expect(link).toHaveText(/Fence down/);
  await expect(page.getByText('with you')).toBeVisible();
});

test('on a phone the filters unfold in one sheet, and the sheet says how many are on', { tag: '@phone' }, async ({
  open,
}) => {
  const page = await open('mei', '/events/list/1');
  await page.getByRole('button', { name: 'Filters' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: 'Risk' }).tap();
  for (const band of ['Extreme', 'High']) {
    await sheet.getByRole('checkbox', { name: band }).click();
    await expect(sheet.getByRole('checkbox', { name: band })).toBeChecked();
  }
  await sheet.getByRole('button', { name: 'Show the list' }).tap();
  await expect(page).toHaveURL(/riskBand=HIGH&riskBand=EXTREME/);
  await expect(page.getByRole('button', { name: '1 filter' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem').first()).toContainText(/High|Extreme/);
});

test('while words narrow the list no count is said that is not of them', onADesktop, async ({ open, as, word }) => {
  await (await as('tyler')).report('Near miss', { description: `Rope chafed ${word}` });
  const page = await open('mei', '/events/list/1');
  await expect(count(page)).toHaveText(/^[\d,]+ events$/);
  await page.evaluate(() => {
    const announced = new Set<string>();
    const listen = () =>
      document
        .querySelectorAll('main [role=status]')
        .forEach(({ textContent }) => textContent && announced.add(textContent));
    new MutationObserver(listen).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { announced });
  });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/reported-events\?.*text/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Number or words' }).pressSequentially(word, { delay: 30 });
  await expect(page).toHaveURL(new RegExp(`text=${word}$`));
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(1);
  answer();
  await expect(count(page)).toHaveText('1 event matches');
  expect(
    await page.evaluate(() =>
      [...(window as unknown as { announced: Set<string> }).announced].filter((words) => /match/.test(words)),
    ),
  ).toEqual(['1 event matches']);
});

test('on a phone the rows of a page are chosen among the filters', { tag: '@phone' }, async ({ open }) => {
  const page = await open('mei', '/events/list/1');
  await page.getByRole('button', { name: 'Filters' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Rows on a page').selectOption('25');
  await sheet.getByRole('button', { name: 'Show the list' }).tap();
  await expect(page).toHaveURL(/\/events\/list\/1\?limit=25$/);
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(25);
});

test('on a phone, too, many events are chosen and sent for review; while one does not choose, a tap opens', {
  tag: '@phone',
}, async ({ open, as, word }) => {
  const tyler = await as('tyler');
  for (const place of ['deck', 'hatch'])
    await tyler.report('Near miss', { description: `Chain loose at the ${place} ${word}` });
  const page = await open('admin', `/events/list/1?text=${word}`);
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose events' }).tap();
  const boxes = page.getByRole('list', { name: 'Events' }).getByRole('checkbox', { name: /^Choose event \d+$/ });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.tap();
  await expect(page.getByText('2 events chosen')).toBeVisible();
  await look(page, 'chosen events on a phone');
  await page.getByRole('button', { name: 'Send for review…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Send 2 events for review' });
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill('Mei');
  await page.getByRole('option', { name: /^Mei Tanaka/ }).tap();
  await dialog.getByRole('button', { name: 'Send 2 events for review' }).tap();
  await expect(page.getByText('2 events sent for review')).toBeVisible();
  await page.getByRole('button', { name: 'Stop choosing' }).tap();
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('list', { name: 'Events' }).getByRole('link').first().tap();
  await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}$/);
});

test(
  'an empty list says what will be there, and leads to the first report',
  onADesktop,
  async ({ open }, { project }) => {
    const page = await open('noor', '/favicon.svg');
    // Every user of the demo has reported something.
    const none: IncidentList = { items: [], totalCount: 0, offset: 0, limit: 10, nextCursor: null, searchedFrom: null };
    await page.route(/\/api\/reported-events\?/, (route) => route.fulfill({ json: none }));
    await page.goto('/events/list/1');
    await expect(page.getByRole('heading', { level: 2, name: 'No events yet' })).toBeVisible();
    await expect(page.getByText('What your crews report appears here, newest first.')).toBeVisible();
    await expect(page.getByRole('search'), 'there is nothing to look for').toHaveCount(0);
    await expect(
      page.getByRole('link', { name: 'Report an event' }).filter({ visible: true }),
      'one next step',
    ).toHaveCount(1);
    await inspect(page, 'the first list');
    if (project.name === 'phone') await reflows(page, 'the first list');
    await page.getByRole('link', { name: 'Report an event' }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/\/events\/add$/);
  },
);

test('a list is saved as a view, exported as a file, and many of its events are sent for review', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const tyler = await as('tyler');
  for (const place of ['stair', 'gate'])
    await tyler.report('Near miss', { description: `Rail loose at the ${place} ${word}` });
  const page = await open('admin', `/events/list/1?text=${word}`);
  await expect(count(page)).toHaveText('2 events match');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: /^Save this list/ }).click();
  await page.getByLabel('Name').fill(`Rails ${word}`);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('link', { name: `Rails ${word}` })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await page.goto('/events/list/1');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: `Rails ${word}` }).click();
  await expect(page).toHaveURL(new RegExp(`text=${word}`));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Rails ${word}` })).toBeVisible();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^events-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(word);

  await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
  await expect(page.getByText('2 events chosen')).toBeVisible();
  await inspect(page, 'the list with chosen events');
  await page.getByRole('button', { name: 'Send for review…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 events for review' });
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill('Mei');
  await page.getByRole('option', { name: /^Mei Tanaka/ }).click();
  await dialog.getByRole('button', { name: 'Send 2 events for review' }).click();
  await expect(page.getByText('2 events sent for review')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Review requested' })).toHaveCount(2);
});
