import { randomUUID } from 'node:crypto';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { foundOrganization, signUp } from './support/newcomer.ts';

test.setTimeout(240_000);

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const tabs = (page: Page) => page.getByRole('main').getByRole('navigation').getByRole('link');
const settings = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link')
    .getByRole('heading')
    .or(page.getByRole('main').getByRole('link').locator('b'));

/** The settings that a user sees, by their labels. */
async function expectSettings(page: Page, labels: readonly string[]): Promise<void> {
  await page.goto('/settings');
  await expect(settings(page)).toHaveText([...labels]);
}

test('nobody’s account is needed to begin with: a stranger founds a company and invites a manager, who joins by the mail, gets a group, sees what managers see, and at the next click no more of it once it was taken', async ({
  visit,
}) => {
  const [name, group, invited] = [
    `Reef Works ${randomUUID().slice(0, 8)}`,
    'Night crew',
    `${randomUUID()}@example.test`,
  ];
  const page = await visit('/signup/aud/some-partner?utm_source=x');
  await signUp(page, `${randomUUID()}@example.test`);
  await foundOrganization(page, name);
  await heading(page, /^Good /);

  await test.step('a group is made, and a manager is invited', async () => {
    await page.goto('/settings/organization/reporting-groups');
    await press(page, 'New group…');
    await dialog(page).getByLabel('Name').fill(group);
    await dialog(page).getByRole('button', { name: 'Create group' }).click();
    await heading(page, group);
    await page.goto('/organization/invitations');
    await press(page, 'Invite people…');
    await dialog(page).getByLabel('Email addresses').fill(`Bo Reef ${invited}`);
    await dialog(page)
      .getByRole('radio', { name: /^Manager/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByText(`Invitation sent to ${invited}`).first()).toBeVisible();
  });

  const bo = await visit(`/mailbox?to=${encodeURIComponent(invited)}`);
  await test.step('in another browser they open the mail, make an account and are in', async () => {
    await bo
      .getByRole('list', { name: 'Mails' })
      .getByRole('link', { name: `Join ${name} on Plimsoll` })
      .click();
    await bo.getByRole('link', { name: 'Open the link' }).click();
    await heading(bo, `Join ${name}`);
    await bo.getByLabel('Choose a Password (min. 8 characters)').fill('quay-lantern-83');
    await bo.getByText('I agree to the Terms of Service').click();
    // Their first page marks the membership as onboarded; a later change of it needs the revision after that.
    const noted = bo.waitForResponse(
      (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/org-memberships/'),
    );
    await press(bo, 'Create account and join');
    await heading(bo, /^Good /);
    await noted;
    await look(bo, 'the first page of a manager');
  });

  await test.step('they are given a group, which the next report offers', async () => {
    await page.goto('/organization/people');
    await page
      .getByRole('link', { name: /Bo Reef/ })
      .first()
      .click();
    await heading(page, 'Bo Reef');
    await press(page, 'Change reporting group…');
    await dialog(page).getByLabel('Reporting group').selectOption({ label: group });
    await dialog(page).getByRole('button', { name: 'Change reporting group' }).click();
    await expect(page.getByText('The reporting group of Bo Reef was changed').first()).toBeVisible();
    await bo.goto('/events/add');
    await bo
      .getByRole('link', { name: /^Near miss/ })
      .first()
      .click();
    await expect(
      bo.getByRole('radiogroup', { name: 'Reporting group' }).getByRole('radio', { name: group }),
    ).toBeChecked();
  });

  await test.step('they see what managers see', async () => {
    await bo.goto('/organization/people');
    await expect(tabs(bo)).toHaveText(['People', 'Invitations', 'Requests', 'Locations']);
    await expectSettings(bo, ['Your Settings', 'Notifications', 'Reporting Metrics']);
  });

  await test.step('demoted, their next click shows it', async () => {
    await bo.goto('/organization/people');
    await expect(tabs(bo)).toHaveText(['People', 'Invitations', 'Requests', 'Locations']);
    await press(page, 'Change role…');
    await dialog(page)
      .getByRole('radio', { name: /^Standard/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByText('Bo Reef is a standard member now').first()).toBeVisible();
    await tabs(bo).filter({ hasText: 'Invitations' }).click();
    await expect(bo.getByText("We don't think you're allowed to see this.")).toBeVisible();
    await bo.goto('/organization/people');
    await expect(tabs(bo)).toHaveText(['People', 'Locations']);
    await expectSettings(bo, ['Your Settings', 'Notifications']);
  });
});
