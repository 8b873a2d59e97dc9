import { look } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { callAs, newOrganization } from './support/new-organization.ts';
import { codeOf, newPerson } from './support/new-person.ts';
import { operator } from './support/operator.ts';

test.setTimeout(120_000);

test('one of our staff begins to read an organization, saying why, and its administrators read it; for others there is no such page', async ({
  visit,
}) => {
  const admins = await visit();
  const organization = await newOrganization(admins);
  const page = await visit();
  const person = await newPerson(page, 'Sven Staff');
  await page.goto('/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing here' })).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveCount(0);
  await look(page, 'no page for others');

  operator('staff', 'grant', person.emailAddress);
  await page.goto('/settings/personal');
  await page.getByRole('list', { name: 'Staff' }).getByRole('link', { name: 'Begin…' }).click();
  await page.getByRole('button', { name: 'Begin reading' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await look(page, 'an access without a reason');
  await page.getByLabel('Organization').fill(organization.guid);
  await page.getByLabel('Reason').fill('They asked for help with their dashboard.');
  await page.getByRole('button', { name: 'Begin reading' }).click();
  // The session began with the password alone.
  await expect(page.getByText('Organization not found').first()).toBeVisible();

  const call = await callAs(page);
  const { user } = await call<{ user: { guid: string } }>('GET', '/startup');
  const { secret } = await call<{ secret: string }>('POST', `/users/${user.guid}/totp`);
  await call('POST', `/users/${user.guid}/totp/confirm`, { code: codeOf(secret) });
  const { challenge } = (await (
    await page.request.post('/api/auth', { data: { identifier: person.emailAddress, password: person.password } })
  ).json()) as { challenge: { challengeToken: string } };
  expect(
    (
      await page.request.post('/api/auth/second-factor', {
        data: { challengeToken: challenge.challengeToken, totp: codeOf(secret, 1) },
      })
    ).status(),
  ).toBe(200);
  await page.goto('/staff');
  await page.getByLabel('Organization').fill(organization.guid);
  await page.getByLabel('Reason').fill('They asked for help with their dashboard.');
  await look(page, 'beginning an access');
  await page.getByRole('button', { name: 'Begin reading' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await admins.goto('/settings/organization/staff-access');
  await expect(admins.getByRole('heading', { name: 'Sven Staff' })).toBeVisible();
  await expect(admins.getByText('They asked for help with their dashboard.')).toBeVisible();
  await look(admins, 'an access that is open');

  // The reader can end the access,
  await expect(page.getByText(`You read ${organization.name} as Plimsoll’s staff`)).toBeVisible();
  await look(page, 'reading as staff');
  await page.getByRole('button', { name: 'End access' }).click();
  await expect(page).toHaveURL(/\/settings\/personal$/);
  await expect(page.getByText(`You read ${organization.name} as Plimsoll’s staff`)).toHaveCount(0);
  await admins.reload();
  await expect(admins.getByText('Ended')).toBeVisible();
  await expect(admins.getByRole('button', { name: 'End access' })).toHaveCount(0);

  // and so can the organization.
  const again = await callAs(page);
  await again('POST', '/staff/accesses', { organizationGuid: organization.guid, reason: 'Once more.' });
  await admins.reload();
  await admins.getByRole('button', { name: 'End access of Sven Staff' }).click();
  await expect(admins.getByText('Sven Staff no longer reads your organization')).toBeVisible();
  await expect(admins.getByText('Ended')).toHaveCount(2);
  const refused = await page.request.get(`/api/startup?organizationGuid=${organization.guid}`);
  expect(refused.status()).not.toBe(200);
});
