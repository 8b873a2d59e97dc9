import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';
import { newPerson } from './support/new-person.ts';

const settings = '/settings/organization';
const dialog = (page: Page) => page.getByRole('dialog');
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const alert = (page: Page, title: string | RegExp) => expect(page.getByText(title).first()).toBeVisible();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Founded {
  page: Page;
  organizationGuid: string;
  call: (method: string, path: string, data?: unknown) => Promise<{ status: number; body: never }>;
}

/** A new organization with the user as its admin, ready for use, so that changes affect no other journey. */
async function found(page: Page, name = 'Tidewater Works'): Promise<Founded> {
  await newPerson(page);
  const origin = new URL(page.url()).origin;
  const refreshed = (await (await page.request.post('/api/auth/refresh', { headers: { origin } })).json()) as {
    jwt: string;
  };
  const creatorGuid = (JSON.parse(Buffer.from(refreshed.jwt.split('.')[1]!, 'base64url').toString()) as { sub: string })
    .sub;
  let token = refreshed.jwt;
  const call: Founded['call'] = async (method, path, data) => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      data,
      headers: { authorization: `Bearer ${token}`, origin },
    });
    token = answer.headers()['authorization']?.slice('Bearer '.length) ?? token;
    const text = await answer.text();
    return { status: answer.status(), body: (text ? JSON.parse(text) : null) as never };
  };
  const { status, body } = (await call('POST', '/orgs', { creatorGuid, name, sizeRange: 'ONE_TO_TEN' })) as {
    status: number;
    body: { guid: string };
  };
  expect(status).toBe(201);
  expect((await call('PATCH', `/orgs/${body.guid}`, { onboardingStatus: 'ONBOARDED' })).status).toBe(200);
  return { page, organizationGuid: body.guid, call };
}

test('an admin says what the organization is called, by which ID it is found, how large it is and by which clocks it works', async ({
  visit,
}) => {
  const { page } = await found(await visit());
  await page.goto(settings);
  await heading(page, 'Organization Settings');
  await list(page, 'Profile').waitFor();
  await look(page, settings);

  await page.getByRole('button', { name: 'Change name…' }).click();
  await dialog(page).getByLabel('Company Name').fill(' ');
  await dialog(page).getByRole('button', { name: 'Change name' }).click();
  await expect(dialog(page).getByText("Organization name can't be blank").first()).toBeVisible();
  await look(page, 'an organization without a name');
  await dialog(page).getByLabel('Company Name').fill('Tidewater Yards');
  await dialog(page).getByRole('button', { name: 'Change name' }).click();
  await alert(page, 'Your organization is called Tidewater Yards now');
  await expect(list(page, 'Profile')).toContainText('Tidewater Yards');

  await page.getByRole('button', { name: 'Change ID…' }).click();
  await dialog(page).getByLabel('Organization ID').fill('tide--water');
  await dialog(page).getByRole('button', { name: 'Change ID' }).click();
  await expect(
    dialog(page).getByText('Use letters, digits and single hyphens, with no hyphen at either end').first(),
  ).toBeVisible();
  const id = `tide-${Date.now()}-${test.info().project.name}`;
  await dialog(page).getByLabel('Organization ID').fill(id);
  await dialog(page).getByRole('button', { name: 'Change ID' }).click();
  await alert(page, `The organization’s ID is ${id} now`);

  await page.getByRole('button', { name: 'Change size…' }).click();
  await dialog(page).getByText('51-200 people').click();
  await look(page, 'a size');
  await dialog(page).getByRole('button', { name: 'Change size' }).click();
  await alert(page, 'Your organization has 51-200 people now');

  await page.getByRole('button', { name: 'Change time zone…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Time zone' }).fill('edmonton');
  await page.getByRole('option', { name: 'America/Edmonton' }).click();
  await dialog(page).getByRole('button', { name: 'Change time zone' }).click();
  await alert(page, 'Your organization goes by the clocks of America/Edmonton now');
  await expect(list(page, 'Profile')).toContainText('America/Edmonton');
});

test('a logo is set, changed and removed; what is no picture is refused in words', async ({ visit }) => {
  const { page } = await found(await visit());
  await page.goto(settings);
  const input = page.getByLabel('The logo of your organization');
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
  await alert(page, 'The logo was not changed');
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await alert(page, 'The logo was changed');
  const shown = list(page, 'Profile').locator('img');
  await expect(shown).toHaveAttribute('src', /\/logo\?v=/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await look(page, 'a logo');
  await page.getByRole('button', { name: 'Remove logo…' }).click();
  await dialog(page).getByRole('button', { name: 'Remove logo' }).click();
  await alert(page, 'The logo was removed');
  await expect(shown).toHaveCount(0);
});

test('turning off a module asks first and says how many people and open items it affects; then it takes its link along, and the undo brings it back', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  await reportNearMiss(organization, 'A plank lay loose');
  await page.goto(settings);
  await heading(page, 'Organization Settings');
  const events = page.getByRole('switch', { name: /^Events/ });
  const menu = page.getByRole('button', { name: 'Menu' });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events', exact: true });
  const isPhone = test.info().project.name === 'phone';
  const openMenu = async () => (isPhone ? menu.click() : undefined);
  await page.getByText('Reporting, reviewing and approving').click();
  await expect(dialog(page)).toContainText(
    'It is turned off for everyone: 1 person. 1 event and 0 corrective actions are open.',
  );
  await look(page, 'a module is to be turned off');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(events).toBeChecked();
  await page.getByText('Reporting, reviewing and approving').click();
  await dialog(page).getByRole('button', { name: 'Turn off Events' }).click();
  await alert(page, 'Events is off for your organization');
  await expect(events).not.toBeChecked();
  await openMenu();
  await expect(link).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo: turn Events on again' }).click();
  await alert(page, 'Events is on for your organization');
  await expect(events).toBeChecked();
  await openMenu();
  await expect(link).toBeVisible();
});

test('links to other systems are in the bar for all members; one that is not https is refused at its field', async ({
  visit,
}) => {
  const { page } = await found(await visit());
  await page.goto(settings);
  await page.getByRole('button', { name: 'Add a system…' }).click();
  await dialog(page).getByLabel('What it is called').fill('Permit office');
  await dialog(page).getByLabel('Address').fill('http://permits.example/');
  await dialog(page).getByRole('button', { name: 'Add system' }).click();
  await expect(dialog(page).getByText('Must be an address that begins with https://').first()).toBeVisible();
  await look(page, 'an external system that is wrong');
  await dialog(page).getByLabel('Address').fill('https://permits.example/');
  await dialog(page).getByRole('button', { name: 'Add system' }).click();
  await alert(page, 'Permit office was added');
  await expect(list(page, 'External systems')).toContainText('https://permits.example/');
  if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Permit office/ });
  await expect(link).toHaveAttribute('href', 'https://permits.example/');
  await look(page, 'a system in the bar');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove… Permit office' }).click();
  await dialog(page).getByRole('button', { name: 'Remove Permit office' }).click();
  await alert(page, 'Permit office was removed');
  await expect(link).toHaveCount(0);
});

test('a location is added with its industries, changed and removed, and all members see where the organization operates', async ({
  visit,
}) => {
  const { page } = await found(await visit());
  await page.goto('/settings/organization/codes');
  await heading(page, 'Locations');
  await look(page, 'no locations');
  await page.getByRole('link', { name: 'Add a location' }).click();
  await heading(page, 'Add a location');
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByText('Please select a location of operation').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Region' }).fill('albe');
  await page.getByRole('option', { name: /Alberta/ }).click();
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByText('Please add the industries your organization operates in').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search industries' }).fill('111110');
  await page.getByText('Soybean Farming').click();
  await look(page, 'a location that is added');
  await page.getByRole('button', { name: 'Add location' }).click();
  await alert(page, 'Alberta was added');
  await expect(list(page, 'Locations')).toContainText('Soybean Farming');
  await expect(list(page, 'Locations')).toContainText('Primary');
  await look(page, 'locations');

  await page.getByRole('link', { name: 'Change industries in Alberta' }).click();
  await heading(page, 'Industries in Alberta');
  await page.getByRole('searchbox', { name: 'Search industries' }).fill('455110');
  await page.getByText('Department Stores').click();
  await page.getByRole('button', { name: 'Save industries' }).click();
  await alert(page, 'The industries in Alberta were changed');
  await expect(list(page, 'Locations')).toContainText('Soybean Farming, Department Stores');

  await page.goto('/organization/locations');
  await heading(page, 'Locations');
  await page.getByRole('button', { name: 'Remove… Alberta' }).click();
  await dialog(page).getByRole('button', { name: 'Remove Alberta' }).click();
  await alert(page, 'Alberta was removed');
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
});

test('with only intrac enabled a user is led to its addresses, and finds Courses alone in the bar', async ({
  visit,
}) => {
  const { page, organizationGuid, call } = await found(await visit());
  expect(
    (
      await call('POST', `/orgs/${organizationGuid}/subscription/complete/MONTH`, {
        startFreeTrial: true,
        emailAddress: 'pay@example.test',
      })
    ).status,
  ).toBe(201);
  expect(
    (
      await call('PUT', `/orgs/${organizationGuid}/external-systems`, [
        { title: 'Training', url: 'https://intrac.example/tidewater', kind: 'INTRAC' },
      ])
    ).status,
  ).toBe(200);
  expect(
    (await call('PATCH', `/orgs/${organizationGuid}/features`, { featureCode: 'intrac', isEnabled: true })).status,
  ).toBe(204);
  for (const featureCode of ['dashboard', 'events', 'reportedEvents', 'yourOrganization', 'manageRegionsAndIndustries'])
    expect((await call('PATCH', `/orgs/${organizationGuid}/features`, { featureCode, isEnabled: false })).status).toBe(
      204,
    );
  for (const address of ['/', '/home', '/dashboard']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/intrac$/);
  }
  await heading(page, 'Courses');
  await expect(page.getByRole('main').getByRole('link', { name: /Training/ })).toHaveAttribute(
    'href',
    'https://intrac.example/tidewater',
  );
  await look(page, '/intrac');
  if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Courses']);
  await page.goto('/organization/locations');
  await expect(page.getByRole('heading', { name: 'The Your Organization module is disabled' })).toBeVisible();
});

test('users choose which mails they get, and how often', async ({ open }) => {
  const page = await open('jack', '/settings/notifications');
  await heading(page, 'Notifications');
  await look(page, '/settings/notifications');
  const reviews = page.getByRole('combobox', { name: 'Events to review' });
  await expect(reviews).toHaveValue('IMMEDIATE');
  await reviews.selectOption('A digest on Mondays');
  await alert(page, 'Events to review: A digest on Mondays');
  await page.reload();
  await expect(reviews).toHaveValue('WEEKLY');
  await reviews.selectOption('As it happens');
  await alert(page, 'Events to review: As it happens');
});

test('an organization whose staff of ours never looked reads so; members do not open its settings', async ({
  open,
}) => {
  const page = await open('admin', '/settings/organization/staff-access');
  await heading(page, 'Staff Access');
  await expect(page.getByRole('heading', { name: 'Nobody has looked' })).toBeVisible();
  await look(page, '/settings/organization/staff-access');
  const member = await open('member', settings);
  await expect(member.getByText("We don't think you're allowed to see this.")).toBeVisible();
});
