import { randomUUID } from 'node:crypto';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { accept, asManager, colleague, stranger, type Colleague } from './support/colleague.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { follow } from './support/keyboard.ts';
import { callAs, newOrganization, reportNearMiss, type NewOrganization } from './support/new-organization.ts';
import { mailedLink } from './support/new-person.ts';

test.setTimeout(120_000);

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const alert = (page: Page, title: string | RegExp) => expect(page.getByText(title).first()).toBeVisible();
/** A row of a table, or the card that it is on a phone. */
const row = (page: Page, title: string, words: string | RegExp) =>
  page
    .getByRole('table', { name: title })
    .or(page.getByRole('list', { name: title, exact: true }))
    .getByRole(test.info().project.name === 'phone' ? 'listitem' : 'row')
    .filter({ hasText: words });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('navigation').getByRole('link', { name, exact: true });

const membershipOf = async ({ guid, call }: NewOrganization, { guid: memberGuid }: Pick<Colleague, 'guid'>) =>
  (await call<{ items: Membership[] }>('GET', `/org-memberships?organizationGuid=${guid}&memberGuid=${memberGuid}`))
    .items[0]!;

test('an administrator invites a manager, sends the mail once more, and revokes the invitation', async ({ visit }) => {
  const page = await visit();
  const { name, founder } = await newOrganization(page);
  const invited = `${randomUUID()}@example.test`;
  await page.goto('/organization');
  await heading(page, 'People');
  await expect(page).toHaveURL(/\/organization\/people$/);
  await expect(page).toHaveTitle('People · Plimsoll');
  await expect(row(page, 'People', founder.name)).toContainText('Administrator');
  await look(page, 'people, oneself alone');
  await tab(page, 'Invitations').click();
  await heading(page, 'Invitations');
  await expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible();
  await look(page, 'no invitations');

  const addresses = () => dialog(page).getByLabel('Email addresses');
  await press(page, 'Invite people…');
  await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog(page).getByRole('alert')).toBeFocused();
  await expect(dialog(page).getByText('Enter at least one email address').first()).toBeVisible();
  await look(page, 'an invitation that is wrong');
  await addresses().fill('Bo Reef bo@');
  await expect(dialog(page).getByText('“Bo Reef bo@” has no valid email address').first()).toBeVisible();
  await addresses().fill(`Bo Reef <${founder.emailAddress}>`);
  await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog(page).getByText('This person is already a member').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Close, keep the draft' }).click();
  await press(page, 'Invite people…');
  await expect(addresses()).toHaveValue(`Bo Reef <${founder.emailAddress}>`);
  await addresses().fill(`Bo Reef ${invited}`);
  await dialog(page)
    .getByRole('radio', { name: /^Manager/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
  await alert(page, `Invitation sent to ${invited}`);
  await expect(row(page, 'Invitations', invited)).toContainText(/Manager[\s\S]*Outstanding/);
  await look(page, 'an invitation');

  const subject = `Join ${name} on Plimsoll`;
  const first = await mailedLink(page, invited, subject);
  await row(page, 'Invitations', invited)
    .getByRole('button', { name: /^Send again/ })
    .click();
  await alert(page, `Another mail is on its way to ${invited}`);
  await expect.poll(() => mailedLink(page, invited, subject)).not.toBe(first);
  const opened = await page.request.post('/api/auth/invitation', {
    data: { inviteToken: new URL(first).searchParams.get('inviteToken') },
  });
  expect(opened.status(), 'the link before').toBe(404);

  await row(page, 'Invitations', invited)
    .getByRole('button', { name: /^Revoke…/ })
    .click();
  await expect(dialog(page)).toContainText(`The link in the mail to ${invited} stops working`);
  await look(page, 'an invitation that is to be revoked');
  await dialog(page).getByRole('button', { name: 'Revoke invitation' }).click();
  await alert(page, 'The invitation of Bo Reef was revoked');
  await expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible();
});

test('many people are invited at once; who cannot be invited stays in the form with the reason, and who was invited is on People until they join', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const [bo, ada, kim] = [randomUUID(), randomUUID(), randomUUID()].map((box) => `${box}@example.test`);
  await page.goto('/organization/people');
  const pending = page.getByRole('list', { name: 'Invited, not yet joined' });
  await expect(pending).toHaveCount(0);
  await press(page, 'Invite people…');
  await dialog(page)
    .getByLabel('Email addresses')
    .fill(`Bo Reef ${bo}\n"Holt, Ada" <${ada}>; ${organization.founder.emailAddress}\nKim Lund\t${kim}`);
  await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
  await alert(page, '3 invitations sent');
  await expect(dialog(page).getByText('This person is already a member').first()).toBeVisible();
  await expect(dialog(page).getByLabel('Email addresses')).toHaveValue(new RegExp(organization.founder.emailAddress));
  await expect(dialog(page).getByLabel('Email addresses')).not.toHaveValue(new RegExp(bo!));
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Close, keep the draft' }).click();
  await expect(pending.getByRole('listitem')).toHaveCount(3);
  for (const [name, address] of [
    ['Bo Reef', bo!],
    ['Holt, Ada', ada!],
    ['Kim Lund', kim!],
  ] as const)
    await expect(pending.getByRole('listitem').filter({ hasText: address })).toContainText(name);
  await look(page, 'people, three of them invited');

  await organization.call('DELETE', `/org-invitations/${organization.guid}/${encodeURIComponent(kim!)}`);
  await page.reload();
  await expect(pending.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'See invitations' }).click();
  await heading(page, 'Invitations');
});

test('an invitation that was answered meanwhile is not revoked, and the list says what became of it', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const [bo, ada] = [await stranger(visit, 'Bo Reef'), await stranger(visit, 'Ada Holt')];
  for (const { name, emailAddress } of [bo, ada])
    await organization.call('PUT', '/org-invitations', {
      organizationGuid: organization.guid,
      recipientName: name,
      recipientEmailAddress: emailAddress,
    });
  await page.goto('/organization/invitations');
  await row(page, 'Invitations', bo.emailAddress)
    .getByRole('button', { name: /^Revoke…/ })
    .click();
  await accept(organization, bo);
  await dialog(page).getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(dialog(page).getByText('This invitation has already been used')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Invitations', bo.emailAddress)).toContainText('Accepted');
  await expect(row(page, 'Invitations', bo.emailAddress).getByRole('button')).toHaveCount(0);

  await (await callAs(ada.page))('PATCH', `/org-invitations/${organization.guid}/${ada.emailAddress}`, {
    status: 'DECLINED',
  });
  await page.goto('/organization/invitations?status=DECLINED');
  await expect(row(page, 'Invitations', ada.emailAddress)).toContainText('Declined');
  await expect(row(page, 'Invitations', bo.emailAddress)).toHaveCount(0);
  await look(page, 'invitations that were declined');
  await row(page, 'Invitations', ada.emailAddress)
    .getByRole('button', { name: /^Invite again…/ })
    .click();
  await expect(dialog(page).getByLabel('Email Address')).toHaveValue(ada.emailAddress);
  await dialog(page).getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('No invitations match')).toBeVisible();
  await look(page, 'invitations, filtered to nothing');
  await page.getByRole('button', { name: 'Clear filters' }).filter({ visible: true }).first().click();
  await expect(row(page, 'Invitations', ada.emailAddress)).toContainText('Outstanding');
});

test('who asks to join is let in with a role, or declined, and one answer counts', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const people = [
    await stranger(visit, 'Ada Holt'),
    await stranger(visit, 'Bo Reef'),
    await stranger(visit, 'Cy Moor'),
  ] as const;
  await page.goto('/organization/requests');
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  await look(page, 'no requests');
  const [ada, bo, cy] = people;
  for (const each of people)
    await (await callAs(each.page))('POST', `/org-invitations/${organization.guid}/request/${each.guid}`, {
      message: `I weld at the quay. ${each.name}`,
    });
  await page.reload();
  await expect(row(page, 'Requests', ada.name)).toContainText('I weld at the quay.');
  await look(page, 'requests');

  await row(page, 'Requests', ada.name)
    .getByRole('button', { name: /^Approve…/ })
    .click();
  await look(page, 'a request that is to be approved');
  await dialog(page)
    .getByRole('radio', { name: /^Manager/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Approve request' }).click();
  await alert(page, `Ada Holt belongs to ${organization.name} now`);
  await expect(row(page, 'Requests', ada.name)).toContainText('Approved');
  expect(await membershipOf(organization, ada)).toMatchObject({
    isAdmin: false,
    userGroupNames: ['Standard', 'Manager'],
  });

  await row(page, 'Requests', bo.name)
    .getByRole('button', { name: /^Decline…/ })
    .click();
  await look(page, 'a request that is to be declined');
  await dialog(page).getByRole('button', { name: 'Decline request' }).click();
  await expect(row(page, 'Requests', bo.name)).toContainText('Declined');

  await row(page, 'Requests', cy.name)
    .getByRole('button', { name: /^Approve…/ })
    .click();
  await (await callAs(cy.page))('DELETE', `/org-invitations/${organization.guid}/request/${cy.guid}`);
  await dialog(page).getByRole('button', { name: 'Approve request' }).click();
  await expect(
    dialog(page).getByText(/This invitation has already been used|Onboarding request not found/),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Requests', cy.name)).toHaveCount(0);
});

test('a role that was changed shows at the person’s next click', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const bo = await colleague(visit, organization, 'Bo Reef', asManager);
  await bo.page.goto('/organization/people');
  await expect(tab(bo.page, 'Invitations')).toBeVisible();
  // By the click, not by the page's polling.
  await bo.page.route(/\/api\/position/, (route) => route.abort());

  await page.goto('/organization/people');
  await row(page, 'People', bo.name).getByRole('link').click();
  await heading(page, bo.name);
  await look(page, 'a person');
  await page.getByRole('button', { name: 'Change role…' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Standard/ })
    .check();
  await expect(dialog(page).getByText(/^Taken: .*Review events/)).toBeVisible();
  await expect(dialog(page).getByText(`No event waits for ${bo.name}.`)).toBeVisible();
  await look(page, 'a role that is to be changed');
  await dialog(page).getByRole('button', { name: 'Change role' }).click();
  await alert(page, `${bo.name} is a standard member now`);
  await expect(page.getByRole('list', { name: 'Membership' })).toContainText('Standard');
  await expect(page.getByRole('button', { name: 'Change role…' })).toBeFocused();

  // If another request of the page was refused already, the tab is gone, and the address gives the same result.
  await tab(bo.page, 'Invitations')
    .click({ timeout: 3_000 })
    .catch(() => bo.page.goto('/organization/invitations'));
  await expect(bo.page.getByText("We don't think you're allowed to see this.")).toBeVisible();
  await expect(tab(bo.page, 'Invitations')).toHaveCount(0);
  await look(bo.page, 'invitations, not allowed');
  await bo.page.goto('/organization/people');
  await expect(row(bo.page, 'People', organization.founder.name)).toBeVisible();
  await expect(row(bo.page, 'People', organization.founder.name)).not.toContainText('Administrator');
  await expect(row(bo.page, 'People', organization.founder.name)).not.toContainText('@');
  await bo.page.goto('/settings/organization/roles');
  await expect(bo.page.getByText("We don't think you're allowed to see this.")).toBeVisible();
});

test('individual rights replace the role’s, until they are reset', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const bo = await colleague(visit, organization, 'Bo Reef');
  await page.goto(`/organization/people/${bo.guid}`);
  await page.getByRole('button', { name: 'Change rights…' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: /^Review events/ })
    .check();
  await dialog(page)
    .getByRole('checkbox', { name: /^See the events of others/ })
    .check();
  await expect(dialog(page).getByText('Given: See the events of others · Review events')).toBeVisible();
  await look(page, 'rights of one’s own');
  await dialog(page).getByRole('button', { name: 'Change rights' }).click();
  await alert(page, `${bo.name} has rights of their own now`);
  await expect(page.getByRole('list', { name: 'Membership' })).toContainText('Own rights');
  expect((await membershipOf(organization, bo)).ownPermissions?.sort()).toEqual([
    'REVIEW_EVENTS',
    'VIEW_OTHER_USERS_EVENTS',
  ]);

  await page.getByRole('button', { name: 'As the role…' }).click();
  await look(page, 'rights of one’s own that are to be taken back');
  await dialog(page).getByRole('button', { name: 'Take back own rights' }).click();
  await alert(page, `${bo.name} has the rights of their role now`);
  await expect(page.getByRole('list', { name: 'Membership' })).not.toContainText('Own rights');
  expect((await membershipOf(organization, bo)).ownPermissions).toBeNull();
});

test('a change by another user is shown, and must be seen before saving', { tag: '@desktop' }, async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const bo = await colleague(visit, organization, 'Bo Reef');
  await page.goto(`/organization/people/${bo.guid}`);
  await page.getByRole('button', { name: 'Change role…' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Manager/ })
    .check();
  await organization.call('PATCH', `/org-memberships/${organization.guid}/${bo.guid}`, { isAdmin: true });
  await dialog(page).getByRole('button', { name: 'Change role' }).click();
  await expect(dialog(page).getByText(/^Someone changed this in the meantime\./)).toBeVisible();
  await expect(dialog(page)).toContainText('Bo Reef is an administrator.');
  await dialog(page).getByRole('button', { name: 'Change role' }).click();
  await alert(page, `${bo.name} is a manager now`);
});

test('the last administrator neither lays it down nor leaves; with another one both is possible', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const bo = await colleague(visit, organization, 'Bo Reef');
  await page.goto('/organization/people');
  await row(page, 'People', '(you)').getByRole('link').click();
  await heading(page, organization.founder.name);
  await page.getByRole('button', { name: 'Lay down administration…' }).click();
  await dialog(page).getByRole('button', { name: 'Lay down administration' }).click();
  await expect(dialog(page).getByText('At least one administrator must remain')).toBeVisible();
  await look(page, 'administration that is not laid down');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave…' }).click();
  await dialog(page)
    .getByRole('button', { name: `Leave ${organization.name}` })
    .click();
  await expect(dialog(page).getByText('At least one administrator must remain')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await organization.call('PATCH', `/org-memberships/${organization.guid}/${bo.guid}`, { isAdmin: true });
  await page.getByRole('button', { name: 'Lay down administration…' }).click();
  await dialog(page).getByRole('button', { name: 'Lay down administration' }).click();
  await alert(page, 'You are a standard member now');
  await expect(page.getByRole('button', { name: 'Lay down administration…' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Membership' })).toContainText('Standard');
  await page.getByRole('button', { name: 'Leave…' }).click();
  await dialog(page)
    .getByRole('button', { name: `Leave ${organization.name}` })
    .click();
  await expect(page).not.toHaveURL(/\/organization/);
  await expect(page.getByText(organization.name)).toHaveCount(0);
});

/** Reports an event as its reporter, and requests a review. */
async function waitingFor(
  reporter: Colleague,
  { guid }: NewOrganization,
  reviewerGuid: string,
  description: string,
): Promise<void> {
  const call = await callAs(reporter.page);
  const eventId = await reportNearMiss({ guid, call }, description);
  await call('POST', `/reported-events/${eventId}/request-review?organizationGuid=${guid}`, { reviewerGuid });
}

test('removing a member names their events first, and they are out at their next click', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const [bo, ada] = [
    await colleague(visit, organization, 'Bo Reef', asManager),
    await colleague(visit, organization, 'Ada Holt'),
  ];
  for (const place of [1, 2, 3, 4]) await waitingFor(ada, organization, bo.guid, `Guy wire ${place} slack.`);
  await bo.page.goto('/events/list/1');
  await heading(bo.page, 'Events');

  await page.goto(`/organization/people/${bo.guid}`);
  await page.getByRole('button', { name: 'Remove…' }).click();
  await expect(dialog(page).getByText('4 events wait for Bo Reef')).toBeVisible();
  for (const place of [1, 2, 3]) await expect(dialog(page)).toContainText(`Guy wire ${place} slack`);
  await expect(dialog(page).getByRole('link', { name: 'All 4 in the list' })).toBeVisible();
  await look(page, 'somebody who is to be removed');
  await dialog(page).getByRole('link', { name: 'All 4 in the list' }).click();
  await heading(page, 'Events');
  await expect(page.getByRole('main').getByRole('link', { name: /Guy wire/ })).toHaveCount(4);
  await page.goBack();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await dialog(page).getByRole('button', { name: 'Remove Bo Reef' }).click();
  await alert(page, 'Bo Reef was removed');
  await heading(page, 'People');
  await expect(row(page, 'People', 'Bo Reef')).toHaveCount(0);
  await page.goto(`/organization/people/${bo.guid}`);
  await expect(page.getByText('This person is not a member of the organization')).toBeVisible();

  const isPhone = test.info().project.name === 'phone';
  if (isPhone) await bo.page.getByRole('button', { name: 'Menu' }).click();
  await bo.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Organization' }).click();
  await expect(bo.page).not.toHaveURL(/\/organization/);
  await expect(bo.page.getByText(organization.name)).toHaveCount(0);
  // The requester of the reviews sees that another reviewer is needed.
  await ada.page.goto('/dashboard/to-do-list');
  await expect(ada.page.getByText(/^Event \d+ needs another reviewer/).first()).toBeVisible();
});

test('removing an administrator shows what they created; it is revoked with them, except what is left unchecked', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const { guid, call } = organization;
  const bo = await colleague(visit, organization, 'Bo Reef', { isAdmin: true });
  const asBo = await callAs(bo.page);
  const key = (name: string) => ({
    name,
    scopes: ['FEED'],
    level: 'FACTS',
    includeSensitive: false,
    expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  for (const name of ['Warehouse', 'Payroll']) await asBo('POST', `/orgs/${guid}/api-keys`, key(name));
  await asBo('PUT', '/org-invitations', {
    organizationGuid: guid,
    recipientName: 'Bo Second',
    recipientEmailAddress: `bo.second.${randomUUID()}@example.test`,
    isAdmin: true,
  });
  await page.goto(`/organization/people/${bo.guid}`);
  await press(page, 'Change role…');
  await dialog(page)
    .getByRole('radio', { name: /^Standard/ })
    .check();
  await expect(dialog(page).getByRole('checkbox', { name: /Revoke 2 API keys/ })).toBeChecked();
  await look(page, 'demoting an administrator who created access');
  await page.goto(`/organization/people/${bo.guid}`);
  await press(page, 'Remove…');
  const keys = dialog(page).getByRole('checkbox', { name: /Revoke 2 API keys/ });
  await expect(dialog(page).getByRole('checkbox', { name: /Revoke 1 invitation/ })).toBeChecked();
  await look(page, 'removing an administrator who created access');
  await keys.uncheck();
  await dialog(page).getByRole('button', { name: 'Remove Bo Reef' }).click();
  await alert(page, 'Bo Reef was removed');
  const { user } = await call<{ user: { guid: string } }>('GET', '/startup');
  const { items } = await call<{ items: { status: string; owner: { userGuid: string } }[] }>(
    'GET',
    `/orgs/${guid}/api-keys`,
  );
  expect(items.map(({ status, owner }) => [status, owner.userGuid])).toEqual([
    ['ACTIVE', user.guid],
    ['ACTIVE', user.guid],
  ]);
  await page.goto('/organization/invitations');
  await expect(page.getByText('Bo Second')).toHaveCount(0);
});

test('roles are changed, and what is not as shipped is marked', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const bo = await colleague(visit, organization, 'Bo Reef');
  await page.goto('/settings/organization/roles');
  await heading(page, 'Roles');
  const right = (words: string) =>
    page
      .getByRole('table', { name: 'Events' })
      .or(page.getByRole('list', { name: 'Events', exact: true }))
      .getByRole(test.info().project.name === 'phone' ? 'listitem' : 'row')
      .filter({ hasText: words });
  await expect(page.getByText('Changed')).toHaveCount(0);
  await look(page, 'roles as shipped');
  await page.getByRole('button', { name: 'Change standard members…' }).click();
  await expect(dialog(page)).toContainText('1 person has these rights.');
  await dialog(page)
    .getByRole('checkbox', { name: /^See the events of others/ })
    .check();
  await expect(dialog(page).getByText('Given: See the events of others')).toBeVisible();
  await look(page, 'a role that is to be changed');
  await dialog(page).getByRole('button', { name: 'Change standard members' }).click();
  await alert(page, 'What standard members may do was changed');
  await expect(right('See the events of others')).toContainText('Changed');
  await expect(right('Review events')).not.toContainText('Changed');
  expect((await membershipOf(organization, bo)).permissions).not.toBe('23:000000');
  await look(page, 'roles that were changed');

  await page.getByRole('button', { name: 'Change standard members…' }).click();
  await dialog(page).getByRole('button', { name: 'As shipped' }).click();
  await dialog(page).getByRole('button', { name: 'Change standard members' }).click();
  await expect(right('See the events of others')).not.toContainText('Changed');
});

test('who may change roles gives and takes no more than they hold', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const bo = await colleague(visit, organization, 'Bo Reef');
  const ada = await colleague(visit, organization, 'Ada Holt');
  const rights = ['VIEW_ORGANIZATION_MEMBER_ROLES', 'UPDATE_ORGANIZATION_MEMBER_ROLES', 'REVIEW_EVENTS'];
  await organization.call('PATCH', `/org-memberships/${organization.guid}/${bo.guid}`, { permissions: rights });
  await bo.page.goto(`/organization/people/${ada.guid}`);
  await expect(bo.page.getByRole('button', { name: 'Change rights…' })).toBeVisible();
  await expect(bo.page.getByRole('button', { name: 'Remove…' })).toHaveCount(0);
  await expect(bo.page.getByRole('button', { name: 'Change role…' })).toHaveCount(0);
  await bo.page.getByRole('button', { name: 'Change rights…' }).click();
  await expect(dialog(bo.page).getByRole('checkbox', { name: /^Approve events/ })).toBeDisabled();
  await dialog(bo.page)
    .getByRole('checkbox', { name: /^Review events/ })
    .check();
  await look(bo.page, 'rights that are locked');
  await dialog(bo.page).getByRole('button', { name: 'Change rights' }).click();
  await alert(bo.page, `${ada.name} has rights of their own now`);
  const founder = (
    await organization.call<{ items: Membership[] }>('GET', `/org-memberships?organizationGuid=${organization.guid}`)
  ).items.find(({ isAdmin }) => isAdmin)!;
  await bo.page.goto(`/organization/people/${founder.userAccount.guid}`);
  await expect(bo.page.getByRole('list', { name: 'Membership' })).toContainText('Administrator');
  await expect(bo.page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('people are found by name, role and reporting group, as the address says', async ({ open }, { project }) => {
  const page = await open('admin', '/organization/people');
  const rows = page
    .getByRole('table', { name: 'People' })
    .locator('tbody tr')
    .or(page.getByRole('list', { name: 'People', exact: true }).getByRole('listitem'));
  await rows.first().waitFor();
  const names = (await rows.locator('a').allTextContents()).map((name) => name.replace(' (you)', ''));
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
  await look(page, 'the people of the demo');
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('amelie');
  await expect(page).toHaveURL(/text=amelie/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Amélie Gagnon');
  await page.goto('/organization/people?role=MANAGER');
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('nobody is called this');
  await expect(page.getByRole('button', { name: 'Clear filters' }).filter({ visible: true }).first()).toBeVisible();
  await look(page, 'people, filtered to nothing');
  await page.route(/\/api\/org-memberships\?/, (route) => route.abort('internetdisconnected'));
  await page.goto('/organization/people');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await look(page, 'people that do not load');
  await page.unroute(/\/api\/org-memberships\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows.first().waitFor();
  if (project.name === 'phone') return;
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
});

test('the module of one’s organization switched off says so', async ({ visit }) => {
  const page = await visit();
  const organization = await newOrganization(page);
  await organization.call('PATCH', `/orgs/${organization.guid}/features`, {
    featureCode: 'yourOrganization',
    isEnabled: false,
  });
  await page.goto('/organization/people');
  await heading(page, 'The Your Organization module is disabled');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Organization' }),
  ).toHaveCount(0);
  await look(page, 'the module switched off');
});

test('inviting needs no pointer', { tag: '@desktop' }, async ({ visit }) => {
  const page = await visit();
  await newOrganization(page);
  await page.goto('/organization/people');
  const button = page.getByRole('button', { name: 'Invite people…' });
  await follow(button);
  await expect(dialog(page).getByLabel('Email addresses')).toBeFocused();
  await page.keyboard.type(`Bo Reef ${randomUUID()}@example.test`);
  await follow(dialog(page).getByRole('button', { name: 'Send invitations' }));
  await alert(page, /^Invitation sent to/);
  await expect(button).toBeFocused();
});
