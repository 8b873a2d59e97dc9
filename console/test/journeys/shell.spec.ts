import { storedOnDevice } from './support/device.ts';
import { bell, bellPanel } from './support/event-page.ts';
import { endSession, expect, test, type Page } from './support/journey.ts';
import { newOrganization } from './support/new-organization.ts';
import { password, people } from './support/people.ts';
import { onADesktop } from './support/screens.ts';

const profile = (page: Page) => page.getByRole('button', { name: /Your profile/ });
const profilePanel = (page: Page) => page.getByRole('region', { name: 'Your profile' });

test('of the dropdowns one is open at a time, and Escape closes it and gives the focus back', {
  tag: '@desktop',
}, async ({ open }) => {
  const page = await open('manager', '/events/list/1');
  await bell(page).click();
  await expect(bellPanel(page)).toBeVisible();
  await profile(page).click();
  await expect(profilePanel(page)).toBeVisible();
  await expect(bellPanel(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(profilePanel(page)).toHaveCount(0);
  await expect(profile(page)).toBeFocused();
  await bell(page).click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(bellPanel(page)).toHaveCount(0);
});

test('the first Tab leads past the bar', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('member', '/events/list/1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('signing in and reporting need no pointer', { tag: '@desktop' }, async ({ visit, word }) => {
  const page = await visit('/events/add');
  const tabTo = async (name: string | RegExp, role: 'link' | 'button' | 'radio' | 'textbox') => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (
        await page
          .getByRole(role, { name })
          .first()
          .evaluate((element) => element === document.activeElement)
          .catch(() => false)
      )
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${name}`);
  };
  await expect(page.getByLabel('Email address or username')).toBeFocused();
  await page.keyboard.type(people.jack.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/events\/add$/);
  await page.getByRole('link', { name: /^Near miss/ }).waitFor();
  await tabTo(/^Near miss/, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Report a near miss' })).toBeFocused();
  await tabTo('What happened?', 'textbox');
  await page.keyboard.type(`Cable across the walkway ${word}`);
  await tabTo(/^Acheson Yard/, 'radio');
  await page.keyboard.press('Space');
  await tabTo('First aid', 'radio');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Medical treatment' })).toBeChecked();
  await tabTo('Report a near miss…', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(/^Report a near miss$/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Cable across the walkway ${word}` })).toBeVisible();
});

test('the menu of a small screen has the links, the person and the way out', { tag: '@phone' }, async ({ open }) => {
  const page = await open('manager', '/dashboard');
  await page.getByRole('button', { name: 'Menu' }).tap();
  const menu = page.getByRole('region', { name: 'Menu' });
  await expect(menu).toContainText(people.manager.email);
  await menu.getByRole('link', { name: 'Events' }).tap();
  await expect(page).toHaveURL(/\/events\/list\/1$/);
  await expect(menu).toHaveCount(0);
  await bell(page).tap();
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(menu).toBeVisible();
  await expect(bellPanel(page)).toHaveCount(0);
  await menu.getByRole('link', { name: 'Sign out' }).tap();
  await expect(page).toHaveURL(/\/signin$/);
});

test('from the first page to a report are two taps', { tag: '@phone' }, async ({ open }) => {
  const page = await open('jack', '/dashboard');
  const button = page.getByRole('link', { name: 'Report an event' });
  const box = (await button.boundingBox())!;
  expect(box.y + box.height / 2, 'in reach of the thumb').toBeGreaterThan(844 * 0.6);
  await button.tap();
  await page.getByRole('link', { name: /^Near miss/ }).tap();
  await expect(page.getByLabel('What happened?')).toBeVisible();
});

test('signing out leaves nothing behind, and Back does not show the page again', { tag: '@desktop' }, async ({
  open,
}) => {
  const page = await open('manager', '/events/list/1');
  const heading = (await page.getByRole('main').getByRole('table').getByRole('link').first().textContent())!;
  await profile(page).click();
  await profilePanel(page).getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  // Only the mark that someone has signed in on this device before remains: it grants nothing.
  expect((await page.context().cookies()).filter(({ name }) => name !== 'plimsoll-device')).toEqual([]);
  const stored = await storedOnDevice(page);
  expect(stored).not.toMatch(/eyJ[\w-]{10,}\./);
  expect(stored).not.toContain(heading);
  await page.goBack();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByText(heading)).toHaveCount(0);
});

test('no token is stored anywhere while a user is signed in', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('manager', '/events/list/1');
  await page.getByRole('table').waitFor();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie, history.state]),
  );
  expect(stored).not.toMatch(/eyJ[\w-]{10,}\./);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});

test('banners above a page come with it: nothing moves from under a finger', async ({ visit }) => {
  const page = await visit();
  await newOrganization(page);
  await page.route(/\/assets\/SubscriptionBanner-[^/]*\.js$/, async (route) => {
    await new Promise((resume) => setTimeout(resume, 600));
    await route.continue();
  });
  await page.goto('/dashboard');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  const { y } = (await title.boundingBox())!;
  await expect(page.getByText('30 days left in your free trial')).toBeVisible();
  expect((await title.boundingBox())!.y).toBe(y);
});

test('an unknown address says so, and leads home', onADesktop, async ({ open }) => {
  const page = await open('member', '/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing here');
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a page that was left before it had come opens when it is asked for again', { tag: '@desktop' }, async ({
  open,
}) => {
  const page = await open('member', '/dashboard');
  let letCome!: () => void;
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/\/assets\/routes-[^/]*\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  const chunkRequest = page.waitForRequest(/\/assets\/routes-/);
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await chunkRequest;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  const came = page.waitForResponse(/\/assets\/routes-/);
  letCome();
  await (await came).finished();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

test(
  'a user who follows a link without a session comes back to it after signing in',
  onADesktop,
  async ({ visit, as, word }) => {
    const { eventId, heading } = await (await as('jack')).report('Near miss', { description: `Light failed ${word}` });
    const page = await visit(`/events/${eventId}/history`);
    await expect(page).toHaveURL(/\/signin\?next=/);
    await page.getByLabel('Email address or username').fill(people.jack.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expect(page.getByLabel('Email address or username')).toHaveValue(people.jack.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(new RegExp(`/events/${eventId}/history$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  },
);

test('after a session was ended elsewhere the user signs in again over the page', { tag: '@desktop' }, async ({
  open,
}) => {
  const page = await open('manager', '/events/list/1');
  await page.getByRole('table', { name: 'Events' }).waitFor();
  await endSession(page);
  await bell(page).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await again.getByLabel('Password').fill(password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toHaveCount(0);
  await expect(page).toHaveURL(/\/events\/list\/1$/);
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
});

test('a server that cannot be reached is said in words, with a way to try again', { tag: '@desktop' }, async ({
  open,
}) => {
  const page = await open('mei', '/dashboard');
  await page.route(/\/api\/reported-events\?/, (route) => route.abort('internetdisconnected'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(
    page.getByText('Something went wrong. Please check your internet connection and try again...'),
  ).toBeVisible();
  await page.unroute(/\/api\/reported-events\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
});

test('a session that ended before the page was opened leads to signing in', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('mei', '/events/list/1');
  await page.getByRole('table').waitFor();
  await endSession(page);
  await page.reload();
  await expect(page).toHaveURL(/\/signin\?next=%2Fevents%2Flist%2F1$/);
});
