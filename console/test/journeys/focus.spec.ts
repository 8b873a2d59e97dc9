import { expect, test, type Page } from './support/journey.ts';
import { ask, rail } from './support/event-page.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Number or words' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
/** Checks that the focus is on an element, and not above the viewport. */
async function isOnSomethingInSight(page: Page, what: string): Promise<void> {
  await expect.poll(() => focused(page), { message: what }).not.toBe('BODY');
  await expect
    .poll(() => page.evaluate(() => document.activeElement!.getBoundingClientRect().bottom), {
      message: `${what}: above the screen`,
    })
    .toBeGreaterThan(0);
}

test('the search keeps the focus and every key, from whatever page of the list it is typed into', async ({ open }) => {
  const page = await open('mei', '/events/list/4');
  await search(page).click();
  await page.keyboard.type('fork', { delay: 30 });
  await expect(page).toHaveURL(/\/events\/list\/1\?text=fork$/);
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('lift ', { delay: 30 });
  await expect(page).toHaveURL(/text=forklift$/);
  await page.keyboard.type('bay', { delay: 30 });
  await expect(page).toHaveURL(/text=forklift\+bay$/);
  await expect(search(page)).toHaveValue('forklift bay');
  await expect(search(page)).toBeFocused();
});

test('inside of a list the focus never moves by itself: a page, an order', async ({ open }, { project }) => {
  const page = await open('mei', '/events/list/1');
  const second = page.getByRole('link', { name: 'Page 2', exact: true });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/events\/list\/2$/);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('11 – 20');
  await expect(second).toBeFocused();
  if (project.name === 'phone') return;
  const risk = page.getByRole('columnheader', { name: 'Risk' }).getByRole('button');
  await risk.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/events\/list\/1\?sortBy=RISK$/);
  await expect(risk).toBeFocused();
});

test('another screen moves the focus to its title, and the browser names the record', async ({ open, as, word }) => {
  const {
    eventId,
    number,
    heading: words,
  } = await (await as('mei')).report('Near miss', { description: `Guard rail loose ${word}` });
  const page = await open('mei', `/events/list/1?text=${word}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(word) })
    .click();
  await expect(heading(page)).toHaveText(words);
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(`Event ${number} · Plimsoll`);
  await page
    .getByRole('navigation', { name: 'Event', exact: true })
    .getByRole('link', { name: /^History/ })
    .click();
  await expect(page).toHaveTitle(`History of event ${number} · Plimsoll`);
  await expect(heading(page)).toBeFocused();
  await page.goto(`/events/${eventId}/edit`);
  await expect(page).toHaveTitle(`Edit event ${number} · Plimsoll`);
});

test('a dialog starts at its first field, gives the focus back, and leaves it where one goes on', async ({
  open,
  as,
  word,
}) => {
  const api = await as('mei');
  const { eventId } = await api.report('Near miss', { description: `Hose across the aisle ${word}` });
  await api.command(eventId, 'request-review', { reviewerGuid: await api.guidOf('mei') });
  const page = await open('mei', `/events/${eventId}`);
  const returning = await ask(page, 'Return…');
  await expect(returning.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(returning).toHaveCount(0);
  await expect(rail(page).getByRole('button', { name: 'Return…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('Say where the hose came from');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Return event/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/^Returned by/)).toBeVisible();
  await isOnSomethingInSight(page, 'after the event was returned');
});

test('after saving, discarding and reloading the focus is where the user continues', async ({ open, as, word }) => {
  const { eventId, heading: words } = await (await as('mei')).report('Near miss', {
    description: `Ladder slipped ${word}`,
  });
  const page = await open('mei', `/events/${eventId}/edit`);
  const actions = page.getByLabel('Immediate actions');
  await actions.fill('Ladder taken out of use');
  await expect(
    page
      .getByText(/^Saved \d\d:\d\d on this device/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.reload();
  const discard = page.getByRole('button', { name: 'Discard draft' }).first();
  await discard.focus();
  await page.keyboard.press('Enter');
  const sure = page.getByRole('dialog').getByRole('button', { name: /Discard/ });
  await sure.click({ timeout: 1_500 }).catch(() => undefined);
  await expect(actions).toHaveValue('');
  await isOnSomethingInSight(page, 'after discarding');
  await actions.fill('Ladder taken out of use');
  await page
    .getByRole('button', { name: /^Save event/ })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}$`));
  await expect(heading(page)).toHaveText(words);
  await expect(heading(page)).toBeFocused();

  await page.route(/\/api\/reported-events\?/, (route) => route.abort('internetdisconnected'));
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Events' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute(/\/api\/reported-events\?/);
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await isOnSomethingInSight(page, 'after loading again');
});

test('after removing a person the focus is next to them, not at the top and not lost', async ({ open, as, word }) => {
  const { eventId } = await (await as('mei')).report('Near miss', {
    description: `Forks left raised ${word}`,
    relatedPersons: ['Ann Lee', 'Bo Holm'].map((name) => ({ name })),
  });
  const page = await open('mei', `/events/${eventId}/edit`);
  const remove = page.getByRole('button', { name: /^Remove other person 1/ });
  for (const left of [1, 0]) {
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Remove other person/ })).toHaveCount(left);
    await isOnSomethingInSight(page, 'after removing');
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.closest('section')?.querySelector('h2')?.textContent))
      .toBe('Other people');
  }
});

test('two who change one field: the focus goes to the conflict, nothing is chosen, nothing is saved before it is', async ({
  open,
  as,
  word,
}) => {
  const api = await as('mei');
  const { eventId } = await api.report('Near miss', {
    description: `Chain worn ${word}`,
    immediateActions: 'None yet',
  });
  const page = await open('mei', `/events/${eventId}/edit`);
  await page.getByLabel('Immediate actions').fill('Chain cut up');
  await api.amend(eventId, { immediateActions: 'Chain tagged' });
  const save = page.getByRole('button', { name: /^Save event/ }).filter({ visible: true });
  await save.click();
  const notice = page.getByRole('group', { name: 'Somebody saved first' });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  const versions = page.getByRole('region', { name: 'Two versions' });
  await expect(versions.getByRole('radio')).toHaveCount(2);
  await expect(versions.getByRole('radio', { checked: true })).toHaveCount(0);
  await save.click();
  await expect(page.getByRole('alert').getByRole('link', { name: /Immediate actions: Choose one/ })).toBeVisible();
  expect((await api.event(eventId)).immediateActions).toBe('Chain tagged');
  await versions.getByRole('radio', { name: /^Chain cut up/ }).check();
  await save.click();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}$`));
  expect((await api.event(eventId)).immediateActions).toBe('Chain cut up');
});

test('all of mine or all of theirs is taken only once that is confirmed', async ({ open, as, word }) => {
  const api = await as('mei');
  const { eventId } = await api.report('Near miss', { description: `Ramp iced ${word}`, immediateActions: 'None yet' });
  const page = await open('mei', `/events/${eventId}/edit`);
  await page.getByLabel('What happened?').fill(`Ramp iced over ${word}`);
  await page.getByLabel('Immediate actions').fill('Salted it');
  await api.amend(eventId, { description: `Ramp iced at dawn ${word}`, immediateActions: 'Closed it' });
  const save = page.getByRole('button', { name: /^Save event/ }).filter({ visible: true });
  await save.click();
  const versions = page.getByRole('region', { name: 'Two versions' });
  const chosen = versions.getByRole('radio', { checked: true, includeHidden: true });
  await versions.getByRole('button', { name: 'Take all of theirs…' }).click();
  const theirs = page.getByRole('dialog', { name: 'Take all of theirs' });
  await expect(theirs).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Cancel' }).click();
  await expect(theirs).toHaveCount(0);
  await expect(chosen).toHaveCount(0);
  await versions.getByRole('button', { name: 'Take all of mine…' }).click();
  await page
    .getByRole('dialog', { name: 'Take all of mine' })
    .getByRole('button', { name: 'Take all of mine', exact: true })
    .click();
  await expect(chosen).toHaveCount(2);
  await save.click();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}$`));
  expect(await api.event(eventId)).toMatchObject({
    description: `Ramp iced over ${word}`,
    immediateActions: 'Salted it',
  });
});
