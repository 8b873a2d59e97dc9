import { randomUUID } from 'node:crypto';
import { look as lookAt } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { insideOf, mailedLink, newPerson, typeCredentials } from './support/new-person.ts';
import { callAs, invite, newOrganization } from './support/new-organization.ts';
import { chooseRegion, signUp } from './support/newcomer.ts';

const heading = (page: Page, title: string | RegExp) => page.getByRole('heading', { level: 1, name: title });
const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const choices = (page: Page) => page.getByRole('list', { name: /^\d+ chosen$/ });
const isHome = (page: Page) => expect(heading(page, /^Good /)).toBeVisible();
/** A founder sees what comes first; prices are asked for later. */
const isAtFirstSteps = (page: Page) => expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();

/** Every page on the way is inspected as well. */
async function look(page: Page, title: string | RegExp): Promise<void> {
  await expect(heading(page, title)).toBeVisible();
  await lookAt(page, String(title));
}

async function chooseIndustry(page: Page, words: string, name: RegExp): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search industries' }).fill(words);
  await page.getByRole('checkbox', { name }).locator('..').click();
  await expect(choices(page)).toContainText(name);
}

test('a stranger signs up, founds an organization and sets it up: a step is skipped, others go on after a reload and on another device', async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const emailAddress = `${randomUUID()}@example.test`;
  const name = `Reef Works ${randomUUID().slice(0, 8)}`;
  const page = await visit('/signup/aud/some-partner?utm_source=x');
  await signUp(page, emailAddress);
  await look(page, 'Your account is ready');

  await page.getByRole('link', { name: /^Set up an organization/ }).click();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await next(page).click();
  for (const error of ["Please enter your organization's name", "Please enter your organization's approximate size"])
    await expect(page.getByRole('alert').getByText(error)).toBeVisible();
  await expect(page.getByRole('alert')).toBeFocused();
  await look(page, 'Set up an organization');
  await page.getByLabel('Organization name').fill(name);
  await page.getByText('11-50').click();
  await next(page).click();

  await test.step('the primary location is saved as a draft while it is chosen, and is an error if missing', async () => {
    await expect(page.getByText('Step 2 of 4')).toBeVisible();
    await next(page).click();
    await expect(
      page.getByRole('alert').getByText("Please enter your organization's primary location of operation"),
    ).toBeVisible();
    await look(page, 'Primary location');
    await chooseRegion(page, 'Alberta');
    await expect(page.getByText(/^Saved .* on this device/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('Alberta');
    await next(page).click();
  });

  await test.step('industries are found by name, and survive a reload', async () => {
    await expect(page.getByText('Step 3 of 4')).toBeVisible();
    await next(page).click();
    await expect(
      page.getByRole('alert').getByText('Please add the industries your organization operates in'),
    ).toBeVisible();
    await chooseIndustry(page, 'logging', /^Logging/);
    await look(page, 'Industries');
    await expect(page.getByText(/^Saved .* on this device/)).toBeVisible();
    await page.reload();
    await expect(choices(page)).toContainText('Logging');
  });

  const other = await visit('/signin');
  await test.step('on another device it goes on where the data end; what was not sent is on the first one alone', async () => {
    await typeCredentials(other, { emailAddress, password: 'quay-lantern-83' });
    await expect(heading(other, 'Industries')).toBeVisible();
    await expect(other.getByText('No industries chosen')).toBeVisible();
    await other.getByRole('button', { name: 'Skip' }).click();
    await expect(other.getByText('Step 4 of 4')).toBeVisible();
    await expect(other.getByRole('list', { name: 'Locations' })).toContainText('Alberta');
  });

  await test.step('another location is a draft on the device until it is sent complete, and cancelling asks first', async () => {
    await other.getByRole('link', { name: 'Add a location' }).click();
    await expect(other.getByText('Step 1 of 2')).toBeVisible();
    await next(other).click();
    await expect(other.getByRole('alert').getByText('Please select a location of operation')).toBeVisible();
    await look(other, 'Add a location');
    await chooseRegion(other, 'British Columbia');
    await next(other).click();
    await chooseIndustry(other, '3211-13', /^Sawmills/);
    await expect(other.getByText(/^Saved .* on this device/)).toBeVisible();
    await other.goto('/org-onboarding');
    await expect(heading(other, 'Industries')).toBeVisible();
    await other.getByRole('button', { name: 'Skip' }).click();
    await expect(other.getByRole('list', { name: 'Locations' }).getByRole('listitem')).toHaveCount(1);
    await expect(other.getByText('You began to add a location on this device.')).toBeVisible();
    await look(other, 'Locations');
    await other.getByRole('link', { name: 'Go on with it' }).click();
    await expect(other.getByRole('combobox', { name: 'Region' })).toHaveValue('British Columbia');
    await next(other).click();
    await look(other, 'Industries there');
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByRole('dialog', { name: 'Discard this location' })).toBeVisible();
    await look(other, 'Industries there');
    await other.getByRole('dialog').getByRole('button', { name: 'Go on adding it' }).click();
    await other.getByRole('button', { name: 'Add location' }).click();
    await expect(other.getByRole('list', { name: 'Locations' }).getByRole('listitem')).toHaveCount(2);
    await expect(other.getByText('You began to add a location on this device.')).toHaveCount(0);
  });

  await other.getByRole('button', { name: 'Finish' }).click();
  await isAtFirstSteps(other);
  await page.reload();
  await isAtFirstSteps(page);
});

test('who skips the primary location is done', async ({ visit }) => {
  const page = await visit();
  await newOrganization(page, { isSetUp: false });
  await page.goto('/');
  await expect(heading(page, 'Primary location')).toBeVisible();
  await expect(page).toHaveTitle('Primary location · Plimsoll');
  await page.getByRole('button', { name: 'Skip' }).click();
  await isAtFirstSteps(page);
});

test('only admins can enter an organization that is not set up', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page, { isSetUp: false });
  const colleague = await visit();
  const { emailAddress } = await newPerson(colleague, 'Bo Reef');
  await invite(organization, emailAddress);
  await (await callAs(colleague))(
    'PATCH',
    `/org-invitations/${organization.guid}/${encodeURIComponent(emailAddress)}`,
    { status: 'ACCEPTED' },
  );
  await colleague.goto('/');
  await look(colleague, 'Organization is not set up');
  await expect(colleague.getByText('Please contact your administrator')).toBeVisible();
  await colleague.getByRole('link', { name: 'Sign out' }).click();
  await expect(heading(colleague, 'Sign in')).toBeVisible();
});

test('a member of an organization sets up another one from their profile, and chooses between the two', async ({
  visit,
}) => {
  const page = await visit();
  const { name } = await newOrganization(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: test.info().project.name === 'phone' ? 'Menu' : /Your profile/ }).click();
  await page.getByRole('link', { name: 'Set up a new Organization' }).click();
  await expect(heading(page, 'Set up an organization')).toBeVisible();
  await page.getByLabel('Organization name').fill(`${name} Two`);
  await page.getByText('1-10', { exact: true }).click();
  await next(page).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await isAtFirstSteps(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await look(page, 'Choose an organization');
  await page.getByRole('button', { name: `${name} Two` }).click();
  await isAtFirstSteps(page);
});

test('a colleague without an account makes one by the link of the invitation, and is in', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const emailAddress = `${randomUUID()}@example.test`;
  await invite(organization, emailAddress);
  const link = insideOf(await mailedLink(page, emailAddress, `Join ${organization.name} on Plimsoll`));
  expect(link).toContain('/signin?inviteToken=');

  const colleague = await visit(link);
  await expect(heading(colleague, `Join ${organization.name}`)).toBeVisible();
  expect(colleague.url()).not.toContain('inviteToken');
  await expect(colleague.getByLabel('Full Name')).toHaveValue('Bo Reef');
  await expect(colleague.getByLabel('Email Address')).toHaveValue(emailAddress);
  await colleague.getByRole('button', { name: 'Create account and join' }).click();
  await expect(colleague.getByText("Password can't be blank")).toBeVisible();
  await look(colleague, `Join ${organization.name}`);
  await colleague.reload();
  await expect(heading(colleague, `Join ${organization.name}`)).toBeVisible();
  await colleague.getByLabel('Choose a Password (min. 8 characters)').fill('quay-lantern-83');
  await colleague.getByText('I agree to the Terms of Service').click();
  await colleague.getByRole('button', { name: 'Create account and join' }).click();
  await isHome(colleague);
  const { items } = await organization.call<{
    items: { userAccount: { primaryEmailAddress: string }; userGroupNames: string[] }[];
  }>('GET', `/org-memberships?organizationGuid=${organization.guid}`);
  expect(items.find(({ userAccount }) => userAccount.primaryEmailAddress === emailAddress)?.userGroupNames).toEqual([
    'Standard',
    'Manager',
  ]);

  await test.step('the link says afterwards that it was answered', async () => {
    const again = await visit(link);
    await look(again, 'This invitation was answered');
  });
});

test('a user with an account signs in to answer their invitation; no other account can', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const own = await visit();
  const person = await newPerson(own, 'Bo Reef');
  await invite(organization, person.emailAddress);
  const link = insideOf(await mailedLink(page, person.emailAddress, `Join ${organization.name} on Plimsoll`));

  await test.step('another account sees whose it is', async () => {
    const stranger = await visit();
    await newPerson(stranger, 'Stran Ger');
    await stranger.goto(link);
    await expect(stranger.getByText(`This invitation is to ${person.emailAddress}`)).toBeVisible();
    await look(stranger, `Join ${organization.name}`);
  });

  await test.step('it is on the welcome page, where declining asks first', async () => {
    await own.goto('/');
    await look(own, 'Your account is ready');
    await expect(own.getByRole('list', { name: 'Invitations' })).toContainText(organization.name);
    await own.getByRole('button', { name: /^Decline/ }).click();
    await expect(own.getByRole('dialog', { name: 'Decline the invitation' })).toBeVisible();
    await own.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  const other = await visit(link);
  await look(other, `Join ${organization.name}`);
  await expect(other.getByLabel('Email address or username')).toHaveValue(person.emailAddress);
  await other.getByLabel('Password').fill(person.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByText(`${organization.name} invites you at ${person.emailAddress}.`)).toBeVisible();
  await look(other, `Join ${organization.name}`);
  await other.getByRole('button', { name: 'Accept' }).click();
  await isHome(other);
});

test('the link of an invitation that was revoked says so, and leads on', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const emailAddress = `${randomUUID()}@example.test`;
  await invite(organization, emailAddress);
  const link = insideOf(await mailedLink(page, emailAddress, `Join ${organization.name} on Plimsoll`));
  await organization.call('DELETE', `/org-invitations/${organization.guid}/${encodeURIComponent(emailAddress)}`);
  const colleague = await visit(link);
  await look(colleague, 'This invitation no longer holds');
  await colleague.getByRole('link', { name: 'Ask to join' }).click();
  await expect(heading(colleague, 'Sign in')).toBeVisible();
});

test('a user asks to join, takes it back, asks again, and is in once an administrator has approved', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const own = await visit();
  const person = await newPerson(own, 'Bo Reef');
  await own.goto('/');
  await own.getByRole('link', { name: /^Join an organization/ }).click();
  await own.getByRole('button', { name: 'Find organization' }).click();
  await expect(own.getByRole('alert').getByText("Please enter your organization's name")).toBeVisible();
  await own.getByLabel('Company Name').fill('Nobody is called this');
  await own.getByRole('button', { name: 'Find organization' }).click();
  await expect(own.getByText('Nothing is called “Nobody is called this”')).toBeVisible();
  await look(own, 'Join an organization');
  await own.getByLabel('Company Name').fill(organization.name.toUpperCase());
  await own.getByRole('button', { name: 'Find organization' }).click();
  await own.getByRole('list', { name: 'Found' }).getByRole('link', { name: organization.name }).click();

  await look(own, `Ask to join ${organization.name}`);
  await own.getByLabel('Message').fill('I work on the quay.');
  await own.getByRole('button', { name: 'Send request' }).click();
  await look(own, 'Your request was sent');
  await own.getByRole('link', { name: 'Go on' }).click();
  await expect(own.getByRole('list', { name: 'Requests' })).toContainText(organization.name);
  // The request is known wherever they sign in, even after their device has lost its storage.
  await own.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
  });
  await own.reload();
  await expect(own.getByRole('list', { name: 'Requests' })).toContainText(organization.name);
  await look(own, 'Your account is ready');
  await own.getByRole('button', { name: /^Withdraw/ }).click();
  await expect(own.getByText(`You no longer ask to join ${organization.name}`)).toBeVisible();
  await expect
    .poll(
      async () =>
        (await organization.call<{ items: unknown[] }>('GET', `/org-invitations/${organization.guid}/request`)).items,
    )
    .toEqual([]);

  await own.getByRole('link', { name: /^Join an organization/ }).click();
  await own.getByLabel('Company Name').fill(organization.name);
  await own.getByRole('button', { name: 'Find organization' }).click();
  await own.getByRole('list', { name: 'Found' }).getByRole('link', { name: organization.name }).click();
  await own.getByRole('button', { name: 'Send request' }).click();
  await expect(heading(own, 'Your request was sent')).toBeVisible();
  const requests = await organization.call<{ items: { userAccount: { guid: string; primaryEmailAddress: string } }[] }>(
    'GET',
    `/org-invitations/${organization.guid}/request`,
  );
  expect(requests.items.map(({ userAccount }) => userAccount.primaryEmailAddress)).toEqual([person.emailAddress]);
  await organization.call(
    'PATCH',
    `/org-invitations/${organization.guid}/request/${requests.items[0]!.userAccount.guid}`,
    { status: 'APPROVED' },
  );
  await own.getByRole('link', { name: 'Go on' }).click();
  await isHome(own);
});

/** Encodes data as a partner writes it into an address. */
const encoded = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url');

test('what a partner has filled in is there when the organization is set up, unless one of that name is there already', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);

  const broken = await visit(
    `/signup?utm_content=${encoded({ basics: { organizationName: 'Harbour Works' } }).slice(0, 30)}`,
  );
  await expect(broken.getByText('Unable to process the automatic onboarding data')).toBeVisible();
  await expect(heading(broken, 'Create an account')).toBeVisible();

  const name = `Partner Works ${randomUUID().slice(0, 8)}`;
  const own = await visit(
    `/signup?utm_content=${encoded({ basics: { organizationName: name, sizeRange: 'OVER_TWO_HUNDRED' }, selectedProduct: 'standard' })}`,
  );
  await expect(own.getByText(`You set up ${name} with it.`)).toBeVisible();
  await signUp(own, `${randomUUID()}@example.test`);
  await expect(heading(own, 'Set up an organization')).toBeVisible();
  await expect(own.getByLabel('Organization name')).toHaveValue(name);
  await expect(own.getByRole('radio', { name: '201-1000' })).toBeChecked();
  await own.getByRole('link', { name: 'Back' }).click();
  await expect(heading(own, 'Your account is ready')).toBeVisible();

  const second = await visit(`/signup?utm_content=${encoded({ basics: { organizationName: organization.name } })}`);
  await signUp(second, `${randomUUID()}@example.test`);
  await look(second, `There is an organization called ${organization.name}`);
  await expect(second).toHaveURL(/\/onboarding\/organization-exists$/);
  await second.getByRole('link', { name: /^Ask to join/ }).click();
  await expect(heading(second, `Ask to join ${organization.name}`)).toBeVisible();
});

test('a signed-in user continues with a partner’s data: a new organization, a warning if there is one already, or an alert', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const name = `Partner Works ${randomUUID().slice(0, 8)}`;
  await page.goto(
    `/?utm_content=${encoded({ basics: { organizationName: name, sizeRange: 'OVER_TWO_HUNDRED' }, selectedProduct: 'standard' })}`,
  );
  await expect(heading(page, 'Set up an organization')).toBeVisible();
  await expect(page.getByLabel('Organization name')).toHaveValue(name);
  await expect(page.getByRole('radio', { name: '201-1000' })).toBeChecked();

  await page.goto(`/?utm_content=${encoded({ basics: { organizationName: organization.name } })}`);
  await look(page, `There is an organization called ${organization.name}`);
  await page.getByRole('link', { name: /^Set up another one/ }).click();
  await expect(page.getByLabel('Organization name')).toHaveValue(organization.name);

  await page.goto(`/?utm_content=${encoded({ basics: { organizationName: name } }).slice(0, 30)}`);
  await expect(page.getByText('Unable to process the automatic onboarding data')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/?utm_content=spring-mailing');
  await expect(page).toHaveURL(/\/dashboard$/);
});
