import { randomUUID } from 'node:crypto';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { look } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { callAs, invite, newOrganization } from './support/new-organization.ts';
import { newPerson } from './support/new-person.ts';
import { operator } from './support/operator.ts';

test.setTimeout(120_000);

test('an admin decides what users may change of their account, once the domain of their address is the organization’s', async ({
  visit,
}) => {
  const [page, hers] = [await visit(), await visit()];
  const organization = await newOrganization(page);
  const domain = `${randomUUID()}.example`;
  const { emailAddress } = await newPerson(hers, 'Bo Reef', domain);
  await invite(organization, emailAddress);
  const call = await callAs(hers);
  await call('PATCH', `/org-invitations/${organization.guid}/${emailAddress}`, { status: 'ACCEPTED' });
  const { user } = await call<Startup>('GET', '/startup');
  await call('PATCH', `/org-memberships/${organization.guid}/${user.guid}`, { isOnboarded: true });
  const photo = page.getByRole('switch', { name: /^Photo/ });
  await page.goto(`/organization/people/${user.guid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Reef' })).toBeVisible();
  await expect(photo).toHaveCount(0);

  operator('organization', 'domain', organization.guid, domain);
  await page.reload();
  await expect(photo).toBeChecked();
  await page.locator('label').filter({ has: photo }).click();
  await expect(page.getByText('Photo: Bo Reef may not change it any more')).toBeVisible();
  await expect(photo).not.toBeChecked();
  await page
    .locator('label')
    .filter({ has: page.getByRole('switch', { name: /^Password/ }) })
    .click();
  await expect(page.getByText('Password: Bo Reef may not change it any more')).toBeVisible();
  await look(page, 'what somebody changes of their account');

  await hers.goto('/settings/personal');
  await expect(
    hers
      .getByRole('list', { name: 'You' })
      .getByText('An administrator of your organization has switched off changing this.'),
  ).toBeVisible();
  await expect(hers.getByRole('button', { name: 'Add a photo' })).toHaveCount(0);

  await page.locator('label').filter({ has: photo }).click();
  await expect(page.getByText('Photo: Bo Reef may change it again')).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole('button', { name: 'Add a photo' })).toBeVisible();
});
