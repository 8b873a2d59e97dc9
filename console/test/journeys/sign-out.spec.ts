import { storedOnDevice, leavePlainDrafts } from './support/device.ts';
import { inspect, reflows } from './support/inspect.ts';
import { cold, endSession, expect, signOut, test, type Page } from './support/journey.ts';
import { password, people, type Who } from './support/people.ts';
import type { ProductApi } from './support/product-api.ts';

const nearMissPage = async (api: ProductApi): Promise<string> =>
  `/events/add?formGuid=${(await api.form('Near miss')).formGuid}`;
const description = (page: Page) => page.getByLabel('What happened?');
const saved = (page: Page) =>
  expect(
    page
      .getByText(/^Saved \d\d:\d\d on this device/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
const stillLives = (page: Page) => page.getByRole('heading', { name: 'Your session has not ended yet' });
const signOutCall = /\/api\/auth\/sign-out$/;

async function signIn(page: Page, who: Who): Promise<void> {
  await page.getByLabel('Email address or username').fill(people[who].email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/signin/);
}

test('signing out empties every tab at once, before the server has answered', async ({ open }) => {
  const page = await open('manager', '/events/list/1');
  const other = await page.context().newPage();
  await other.goto('/events/list/1?text=sling');
  const third = await page.context().newPage();
  await third.goto('/events/add');
  for (const tab of [page, other])
    await tab.getByRole('main').getByRole('status').filter({ hasText: /event/ }).waitFor();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.context().route(signOutCall, async (route) => {
    await held;
    await route.continue();
  });
  await signOut(page);
  for (const tab of [page, other, third]) {
    await expect(tab.getByRole('link')).toHaveCount(0);
    await expect(tab.getByRole('table')).toHaveCount(0);
    await expect(tab).toHaveTitle('Plimsoll');
  }
  expect(other.url(), 'what was looked for stands in no address').not.toContain('sling');
  answer();
  for (const tab of [page, other, third]) {
    await expect(tab).toHaveURL(/\/signin$/);
    await expect(tab.getByLabel('Password')).toBeVisible();
  }
});

test('a sign-out that does not reach the server says that the session lives, shows nothing, and goes on after a reload', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const { eventId } = await (await as('sam')).report('Near miss', { description: `Grating loose ${word}` });
  const page = await open('sam', `/events/${eventId}`);
  await page.getByRole('heading', { level: 1, name: `Grating loose ${word}` }).waitFor();
  await page.context().setOffline(true);
  await signOut(page);
  await expect(stillLives(page)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(word);
  await inspect(page, 'the session that still lives');

  await page.context().route(signOutCall, (route) => route.abort('connectionreset'));
  await page.context().setOffline(false);
  const other = await page.context().newPage();
  for (const [tab, address] of [
    [page, page.url()],
    [page, '/signin'],
    [other, `/events/${eventId}`],
  ] as const) {
    await tab.goto(address);
    await expect(stillLives(tab)).toBeVisible();
    await expect(tab.getByLabel('Password')).toHaveCount(0);
    await expect(tab.locator('body')).not.toContainText(word);
  }
  expect(
    (await page.context().cookies()).some(({ name }) => name === 'plimsoll-refresh'),
    'the session still lives',
  ).toBe(true);
  await page.context().unroute(signOutCall);
  // The retry may be faster than this click.
  await expect(async () => {
    if (!other.url().endsWith('/signin'))
      await other.getByRole('button', { name: 'Try again now' }).click({ timeout: 1_000 });
    expect(other.url()).toMatch(/\/signin$/);
  }).toPass();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/);
  expect((await page.context().cookies()).filter(({ name }) => name !== 'plimsoll-device')).toEqual([]);
});

test('a draft can be read by its person alone: signing out locks it, and their next sign-in opens it', async ({
  open,
  as,
  word,
}) => {
  const address = await nearMissPage(await as('sam'));
  const page = await open('sam', address);
  await description(page).fill(`Wes Harding was treated by the medic ${word}`);
  await saved(page);
  expect(await storedOnDevice(page)).toMatch(/report:.*sealed/);
  expect(await storedOnDevice(page)).not.toContain(word);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/signin$/);
  expect(await storedOnDevice(page)).not.toContain(word);
  await signIn(page, 'jack');
  await page.goto(address);
  await expect(description(page)).toHaveValue('');
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/signin$/);
  await signIn(page, 'sam');
  await page.goto(address);
  await expect(description(page)).toHaveValue(`Wes Harding was treated by the medic ${word}`);
  await expect(page.getByText(/Last changed \d\d:\d\d; kept until \d+ \w+\./)).toBeVisible();
});

test('drafts that lie open are sealed at the first start, and go 30 days after their last change', {
  tag: '@desktop',
}, async ({ open, as, word }) => {
  const api = await as('sam');
  const { user, memberships } = await api.startup();
  const page = await open('sam', '/privacy');
  const { formGuid } = await api.form('Near miss');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const organization = memberships[0]!.organizationGuid;
  await leavePlainDrafts(page, {
    [`edit:${user.guid}:${organization}:${formGuid}`]: { value: { words: `Open ${word}` }, savedAt: daysAgo(29) },
    [`report:${user.guid}:${organization}:${formGuid}`]: { value: { words: `Old ${word}` }, savedAt: daysAgo(31) },
    [`report:00000000-0000-7000-8000-00000000abcd:${organization}:${formGuid}`]: {
      value: { words: `Somebody’s ${word}` },
      savedAt: daysAgo(31),
    },
  });
  await page.goto('/dashboard');
  await expect.poll(() => storedOnDevice(page)).not.toContain(word);
  const stored = await storedOnDevice(page);
  expect(stored).toContain(`edit:${user.guid}`);
  expect(stored).not.toMatch(/report:/);
});

test('a tab of one person is emptied when another signs in beside it', { tag: '@desktop' }, async ({
  open,
  as,
  word,
}) => {
  const { eventId } = await (await as('sam')).report('Near miss', { description: `Hatch left open ${word}` });
  const page = await open('sam', `/events/${eventId}`);
  await page.getByRole('heading', { level: 1, name: `Hatch left open ${word}` }).waitFor();
  await endSession(page);
  const other = await page.context().newPage();
  await other.goto('/signin');
  await signIn(other, 'jack');
  await page.getByRole('button', { name: /Your profile/ }).click();
  await expect(page.getByRole('region', { name: 'Your profile' })).toContainText(people.jack.email);
});

test('a device whose clock is wrong reports with the server’s time, and says so', async ({ visit, as, word }, {
  project,
}) => {
  const api = await as('sam');
  const page = await visit(undefined, cold);
  await page.clock.setSystemTime(Date.now() + 30 * 3_600_000);
  await page.request.post('/api/auth', { data: { identifier: people.sam.email, password } });
  await page.goto(await nearMissPage(api));
  await expect(
    page.getByText('This device’s clock is 30 hours fast. Your report uses the server’s time instead.'),
  ).toBeVisible();
  await inspect(page, 'a report on a device whose clock is wrong');
  if (project.name === 'phone') await reflows(page, 'a report on a device whose clock is wrong');
  await description(page).fill(`Rope frayed ${word}`);
  await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
  await page
    .getByRole('radiogroup', { name: 'What was the worst that could have happened?' })
    .getByRole('radio', { name: 'First aid' })
    .check();
  // The first try sends a time that the server refuses, as if the clock had been changed after it was compared.
  const sent: string[] = [];
  await page.route(/\/api\/reported-events\?/, async (route) => {
    const body = route.request().postDataJSON();
    sent.push(body.at);
    await route.continue(
      sent.length === 1
        ? { postData: JSON.stringify({ ...body, at: new Date(Date.now() + 86_400_000).toISOString() }) }
        : {},
    );
  });
  await page.getByRole('button', { name: 'Report a near miss…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report a near miss', exact: true }).click();
  await expect(page.getByText('The event has the server’s time.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `Rope frayed ${word}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where it stands' }), 'and how long ago it was').toContainText(
    /With you\s*since \d\d:\d\d today/,
  );
  expect(sent).toHaveLength(2);
  for (const at of sent) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  const { items } = await api.events({ text: word });
  expect(Math.abs(Date.parse(items[0]!.reportedAt) - Date.now())).toBeLessThan(60_000);
});
