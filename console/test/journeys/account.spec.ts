import { randomUUID } from 'node:crypto';
import { look } from './support/inspect.ts';
import { expect, signOut, test, type Page } from './support/journey.ts';
import { follow } from './support/keyboard.ts';
import { newOrganization } from './support/new-organization.ts';
import { insideOf, mailedLink, newPerson, typeCredentials } from './support/new-person.ts';
import { password, people } from './support/people.ts';

const settings = '/settings/personal';
const dialog = (page: Page) => page.getByRole('dialog');
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const alert = (page: Page, title: string | RegExp) => expect(page.getByText(title)).toBeVisible();

async function openSettings(page: Page): Promise<void> {
  await page.goto(settings);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Settings' })).toBeVisible();
  await list(page, 'Where you are signed in').waitFor();
}

test('a user without an organization has settings, and finds them from the page that says the account is ready', async ({
  visit,
}) => {
  const page = await visit();
  const { name, emailAddress } = await newPerson(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();
  await page.getByRole('link', { name: 'Your Settings' }).click();
  await expect(list(page, 'You')).toContainText(name);
  await expect(list(page, 'Email addresses')).toContainText(emailAddress);
  await expect(list(page, 'Where you are signed in')).toContainText('This browser');
  await expect(page).toHaveTitle('Your Settings · Plimsoll');
  await look(page, settings);
  await page.goto('/settings');
  await look(page, '/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Your Settings/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`${settings}$`));
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('errors of a new name and username have texts of their own, and a username signs in', async ({ visit }) => {
  const page = await visit();
  const person = await newPerson(page);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change name…' }).click();
  await dialog(page).getByLabel('Full Name').fill(' ');
  await dialog(page).getByRole('button', { name: 'Change name' }).click();
  await expect(dialog(page).getByRole('alert')).toBeFocused();
  await expect(dialog(page).getByText("Full name can't be blank").first()).toBeVisible();
  await look(page, 'a name that is wrong');
  await dialog(page).getByLabel('Full Name').fill('Nora Reef-Holm');
  await dialog(page).getByRole('button', { name: 'Change name' }).click();
  await alert(page, 'Your name is Nora Reef-Holm now');
  await expect(list(page, 'You')).toContainText('Nora Reef-Holm');

  const username = `nora-${Date.now()}-${test.info().project.name}`;
  await page.getByRole('button', { name: 'Choose a username…' }).click();
  await dialog(page).getByLabel('Username').fill('-nora-');
  await dialog(page).getByRole('button', { name: 'Choose username' }).click();
  await expect(
    dialog(page).getByText('Use letters, digits and single hyphens, with no hyphen at either end').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText('Close this? What you typed is not kept.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Keep writing' }).click();
  await dialog(page).getByLabel('Username').fill(username);
  await dialog(page).getByRole('button', { name: 'Choose username' }).click();
  await expect(list(page, 'You')).toContainText(username);
  await page.reload();
  await expect(list(page, 'You')).toContainText(username);

  await page.goto('/signout');
  await typeCredentials(page, { emailAddress: username, password: person.password });
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();
});

test('one’s settings need no pointer', { tag: '@desktop' }, async ({ visit }) => {
  const page = await visit();
  await newPerson(page);
  await openSettings(page);
  const change = page.getByRole('button', { name: 'Change name…' });
  await follow(change);
  await expect(dialog(page).getByLabel('Full Name')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Nora Keyes');
  await page.keyboard.press('Enter');
  await expect(list(page, 'You')).toContainText('Nora Keyes');
  await expect(change).toBeFocused();
  await follow(page.getByRole('button', { name: 'Set up an app…' }));
  await expect(dialog(page).getByLabel('Code that the app shows')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Set up an app…' })).toBeFocused();
});

test('who is renamed reads it in the bar as well', { tag: '@desktop' }, async ({ visit }) => {
  const page = await visit('/signin?next=%2Fsettings%2Fpersonal');
  await typeCredentials(page, { emailAddress: 'luis@demo.example', password });
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Change name…' }).click();
    await dialog(page).getByLabel('Full Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Change name' }).click();
    await expect(page.getByRole('button', { name: /Your profile/ })).toContainText(name);
    await expect(dialog(page)).toHaveCount(0);
  };
  await rename('Somebody Renamed');
  await rename('Luis Herrera');
});

test('an address is added, verified by its mail, made the primary one, and the one before removed', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const person = await newPerson(page);
  const second = `${randomUUID()}@example.test`;
  const row = (emailAddress: string) =>
    list(page, 'Email addresses').getByRole('listitem').filter({ hasText: emailAddress });
  await openSettings(page);
  await page.getByRole('button', { name: 'Add an address…' }).click();
  await dialog(page).getByLabel('Email Address').fill(person.emailAddress);
  await dialog(page).getByRole('button', { name: 'Send the mail' }).click();
  await expect(dialog(page).getByText('This email address is already in use').first()).toBeVisible();
  await dialog(page).getByLabel('Email Address').fill('second@');
  await expect(dialog(page).getByText('Email address is invalid').first()).toBeVisible();
  await dialog(page).getByLabel('Email Address').fill(second);
  await dialog(page).getByRole('button', { name: 'Send the mail' }).click();
  await expect(row(second)).toContainText('Not verified');
  await look(page, 'an address that is not verified');
  const first = await mailedLink(page, second, 'Verify your email address');
  await row(second)
    .getByRole('button', { name: /^Send the mail again/ })
    .click();
  await alert(page, `Another mail is on its way to ${second}`);
  await expect.poll(() => mailedLink(page, second, 'Verify your email address')).not.toBe(first);

  await page.goto(`/mailbox?to=${encodeURIComponent(second)}`);
  await page.getByRole('list', { name: 'Mails' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your address is verified' })).toBeVisible();
  expect(page.url()).not.toContain('#');
  await look(page, 'an address that was verified');
  await page.getByRole('link', { name: 'Go to Your Settings' }).click();

  await row(second)
    .getByRole('button', { name: /^Make primary/ })
    .click();
  await expect(row(second)).toContainText('Primary');
  await row(person.emailAddress)
    .getByRole('button', { name: /^Remove…/ })
    .click();
  await expect(dialog(page)).toContainText('You no longer sign in with');
  await look(page, 'an address that is to be removed');
  await dialog(page).getByRole('button', { name: 'Remove address' }).click();
  await expect(row(person.emailAddress)).toHaveCount(0);
  await page.goto('/signout');
  await typeCredentials(page, person);
  await expect(page.getByText('Incorrect email address or password.')).toBeVisible();
  await typeCredentials(page, { ...person, emailAddress: second });
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();
});

test('the link of an added address asks for a sign-in where nobody is signed in, and says when it was used', async ({
  visit,
}) => {
  const page = await visit();
  const person = await newPerson(page);
  const second = `${randomUUID()}@example.test`;
  await openSettings(page);
  await page.getByRole('button', { name: 'Add an address…' }).click();
  await dialog(page).getByLabel('Email Address').fill(second);
  await dialog(page).getByRole('button', { name: 'Send the mail' }).click();
  const link = insideOf(await mailedLink(page, second, 'Verify your email address'));
  const other = await visit(link);
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in to verify this address' })).toBeVisible();
  await look(other, 'the link of an added address without a session');
  await typeCredentials(other, person);
  await expect(other.getByRole('heading', { level: 1, name: 'Your address is verified' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible();
});

test('a changed password ends every other session, and a wrong one is an error at its field, without a sign-in dialog', async ({
  visit,
}) => {
  const page = await visit();
  const person = await newPerson(page);
  const other = await visit(`/signin?next=${encodeURIComponent(settings)}`);
  await typeCredentials(other, person);
  await list(other, 'Where you are signed in').waitFor();
  await openSettings(page);
  await expect(list(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Change password…' }).click();
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
  await expect(dialog(page).getByText("Password can't be blank").first()).toBeVisible();
  await look(page, 'a password that is wrong');
  const type = async (current: string, next: string, again = next) => {
    await dialog(page).getByLabel('Current password').fill(current);
    await dialog(page).getByLabel('New password', { exact: true }).fill(next);
    await dialog(page).getByLabel('New password once more').fill(again);
    await dialog(page).getByRole('button', { name: 'Change password' }).click();
  };
  await type('not-the-password', 'another-lantern-84', 'another-lantern-85');
  await expect(dialog(page).getByText('Passwords do not match').first()).toBeVisible();
  await type('not-the-password', 'another-lantern-84');
  await expect(dialog(page).getByText('Incorrect email address or password.').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await type(person.password, 'password1');
  await expect(
    dialog(page).getByText('This password is among the commonest. Choose another one.').first(),
  ).toBeVisible();
  await type(person.password, 'another-lantern-84');
  await alert(page, 'Your password was changed');
  await expect(list(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1);
  await other.getByRole('button', { name: 'Change name…' }).click();
  await dialog(other).getByLabel('Full Name').fill('Somebody Else');
  await dialog(other).getByRole('button', { name: 'Change name' }).click();
  await expect(other.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

test('signing out everywhere else is seen in another browser within a second, and one alone goes too', async ({
  visit,
}) => {
  const page = await visit();
  const person = await newPerson(page);
  const others = await Promise.all([0, 1].map(() => visit(`/signin?next=${encodeURIComponent(settings)}`)));
  for (const other of others) {
    await typeCredentials(other, person);
    await list(other, 'Where you are signed in').waitFor();
  }
  await openSettings(page);
  const items = list(page, 'Where you are signed in').getByRole('listitem');
  await expect(items).toHaveCount(3);
  await items
    .filter({ hasNotText: 'This browser' })
    .first()
    .getByRole('button', { name: /^Sign out…/ })
    .click();
  await look(page, 'one session that is to end');
  await dialog(page).getByRole('button', { name: 'Sign out there' }).click();
  await expect(items).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere else…' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('This browser');
  const since = Date.now();
  for (const other of others) {
    await expect(async () => {
      const answer = await other.request.post('/api/auth/refresh', {
        headers: { origin: new URL(other.url()).origin },
      });
      expect(answer.status()).toBe(401);
    }).toPass({ timeout: 1_000, intervals: [100] });
  }
  expect(Date.now() - since).toBeLessThan(1_000);
  for (const other of others) {
    await other.reload();
    await expect(other).toHaveURL(/\/signin/);
  }
  await page.reload();
  await expect(items).toHaveCount(1);
});

test('a photo represents its user until it is removed, and other files are refused', async ({ visit }) => {
  const page = await visit();
  await newOrganization(page);
  await openSettings(page);
  const choose = async (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('A photo of you').setInputFiles({ name, mimeType, buffer });
  await choose('notes.png', 'image/png', Buffer.from('not a picture'));
  await alert(page, 'Your photo was not changed');
  await choose('me.png', 'image/png', await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } }));
  await alert(page, 'Your photo was changed');
  const photo = list(page, 'You').locator('img');
  await expect(photo).toBeVisible();
  expect(
    await photo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  const inTheBar = page
    .getByRole('button', { name: 'Your profile' })
    .locator(`img[src="${await photo.getAttribute('src')}"]`);
  if (test.info().project.name === 'desktop') await expect(inTheBar).toBeVisible();
  await look(page, 'a photo');
  await page.getByRole('button', { name: 'Remove photo…' }).click();
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click();
  await expect(photo).toHaveCount(0);
  await expect(inTheBar).toHaveCount(0);
});

test('the settings of an organization are listed with the user’s own, as far as the user may open them', async ({
  open,
}, { project }) => {
  for (const [who, sees] of [
    ['manager', true],
    ['member', false],
  ] as const) {
    const page = await open(who, settings);
    await list(page, 'You').waitFor();
    if (project.name === 'phone') await page.getByRole('link', { name: 'All settings' }).click();
    const links =
      project.name === 'phone' ? page.getByRole('main') : page.getByRole('navigation', { name: 'Settings' });
    await expect(links.getByRole('link', { name: /Your Settings/ })).toBeVisible();
    await expect(links.getByRole('link', { name: /Reporting Metrics/ })).toHaveCount(sees ? 1 : 0);
    await look(page, `settings of ${people[who].name}`);
  }
});

test('an organization is left from one’s own settings', async ({ visit }) => {
  const page = await visit();
  const { name } = await newOrganization(page);
  await page.goto('/settings/personal');
  const list = page.getByRole('list', { name: 'Your organizations' });
  await expect(list.getByRole('listitem')).toContainText(name);
  await list.getByRole('button', { name: /^Leave…/ }).click();
  await look(page, 'leaving an organization');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Leave ${name}` })
    .click();
  // The founder is its only administrator.
  await expect(page.getByRole('dialog').getByText('At least one administrator must remain').first()).toBeVisible();
});

test('what does not load says so, and loads when it is tried again', async ({ visit }) => {
  const page = await visit();
  await newPerson(page);
  const calls = /\/api\/users\/[^/]+(\/sessions|\/second-factors)?$/;
  await page.route(calls, (route) => route.abort('internetdisconnected'));
  await page.goto(settings);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(3);
  await look(page, 'settings that do not load');
  await page.unroute(calls);
  for (let count = 3; count > 0; count -= 1) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(count - 1);
  }
  await expect(list(page, 'Where you are signed in')).toContainText('This browser');
});

test('the way to one’s settings is in the menu', async ({ open }, { project }) => {
  const page = await open('tyler', '/events/list/1');
  const isPhone = project.name === 'phone';
  await page.getByRole('button', { name: isPhone ? 'Menu' : /Your profile/ }).click();
  await page
    .getByRole('region', { name: isPhone ? 'Menu' : 'Your profile' })
    .getByRole('link', { name: 'Your Settings' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Settings' })).toBeFocused();
  await signOut(page);
  await expect(page).toHaveURL(/\/signin$/);
});
