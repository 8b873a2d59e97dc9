import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(name) });
/** An empty list offers it twice. */
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function createGroup(page: Page, name: string): Promise<void> {
  await page.goto('/settings/organization/reporting-groups');
  await press(page, 'New group…');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('button', { name: 'Create group' }).click();
  await expect(heading(page, name)).toBeVisible();
}

test('a group is created, changed and archived in favour of another, which has its events since; both histories say so', async ({
  visit,
  word,
}) => {
  test.setTimeout(120_000);
  const [night, day] = [`Nights ${word}`, `Days ${word}`];
  const page = await visit();
  const organization = await newOrganization(page);
  await page.goto('/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Reporting Groups/ })
    .click();
  await expect(heading(page, 'Reporting Groups')).toBeVisible();
  await look(page, 'the groups');

  await press(page, 'New group…');
  await dialog(page).getByRole('button', { name: 'Create group' }).click();
  await expect(dialog(page).getByText("Name can't be blank").first()).toBeVisible();
  await look(page, 'a new group without a name');
  await dialog(page).getByLabel('Name').fill(night);
  await dialog(page).getByRole('button', { name: 'Create group' }).click();
  await expect(heading(page, night)).toBeVisible();
  await expect(page.getByText(`Reporting group ${night} was created`)).toBeVisible();
  await createGroup(page, day);

  await page.getByRole('button', { name: 'Edit…' }).click();
  await dialog(page).getByLabel('Name').fill(night.toUpperCase());
  await dialog(page).getByRole('button', { name: 'Save group' }).click();
  await expect(dialog(page).getByText('A reporting group with this name already exists').first()).toBeVisible();
  await dialog(page).getByLabel('Name').fill(day);
  await dialog(page)
    .getByLabel(/^Description/)
    .fill('Everybody who works by day');
  await dialog(page).getByRole('button', { name: 'Save group' }).click();
  await expect(page.getByText('changed the description')).toBeVisible();

  const { reportingGroups } = (
    await organization.call<Startup>('GET', `/startup?organizationGuid=${organization.guid}`)
  ).organization!;
  const guid = reportingGroups.find(({ name }) => name === night)!.guid;
  const description = `A chain broke ${word}`;
  const eventId = await reportNearMiss(organization, description, { reportingGroupGuid: guid });
  await page.goto(`/settings/organization/reporting-groups/${guid}`);
  await expect(page.getByRole('link', { name: '1 event' })).toBeVisible();
  await look(page, 'a group');
  await expect(page.getByRole('button', { name: 'Delete…' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Archive…' }).click();
  await expect(dialog(page)).toContainText('It has 1 event.');
  await dialog(page).getByRole('button', { name: 'Archive group' }).click();
  await expect(dialog(page).getByText('Reporting group is required').first()).toBeVisible();
  await look(page, 'archiving without a target');
  await dialog(page).getByLabel('Reporting group').selectOption({ label: day });
  await dialog(page).getByRole('button', { name: 'Archive group' }).click();
  await expect(
    page.getByText(`Its members and events are those of ${day}, and so is whatever names it later.`),
  ).toBeVisible();
  await expect(page.getByText(`archived the group in favour of ${day}, with 1 event`)).toBeVisible();
  await look(page, 'an archived group');
  await page.getByRole('link', { name: `Open ${day}` }).click();
  await expect(page.getByText(`archived ${night} in favour of this group, with 1 event`)).toBeVisible();
  await page.getByRole('link', { name: '1 event' }).click();
  await expect(page.getByRole('main').getByText(description).first()).toBeVisible();

  await page.goto(`/events/${eventId}/history`);
  await expect(page.getByText('archived the reporting group')).toBeVisible();
  await expect(page.getByText('1 revision, each sealed')).toBeVisible();
  await page.goto('/settings/organization/reporting-groups/archived');
  await expect(row(page, night)).toBeVisible();
  await look(page, 'the archived groups');
});

test('a worksite is created, changed, archived and deleted', async ({ visit, word }) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page);
  await page.goto('/settings/organization/worksites');
  await expect(heading(page, 'Worksites')).toBeVisible();
  await look(page, 'the worksites');
  const create = async (name: string) => {
    await page.goto('/settings/organization/worksites');
    await press(page, 'New worksite…');
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page)
      .getByLabel(/^Emergency phone/)
      .fill('780 555 0100');
    await look(page, 'a new worksite');
    await dialog(page).getByRole('button', { name: 'Create worksite' }).click();
    await expect(page.getByText(`Worksite ${name} was created`)).toBeVisible();
    await expect(heading(page, name)).toBeVisible();
  };
  const [dock, camp] = [`Dock ${word}`, `Camp ${word}`];
  await create(dock);
  await look(page, 'a worksite');
  await page.getByRole('button', { name: 'Edit…' }).click();
  await dialog(page)
    .getByRole('combobox', { name: /^Region/ })
    .fill('Alberta');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByLabel(/^Address/)
    .fill('Gate 2');
  await dialog(page).getByRole('button', { name: 'Save worksite' }).click();
  await expect(page.getByText(`Worksite ${dock} was updated`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where it is' })).toContainText('Alberta');

  await page.getByRole('button', { name: 'Archive…' }).click();
  await dialog(page)
    .getByRole('button', { name: `Archive ${dock}` })
    .click();
  await expect(page.getByText('archived the worksite')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit…' })).toHaveCount(0);
  await page.goto('/settings/organization/worksites/archived');
  await expect(row(page, dock)).toBeVisible();

  await create(camp);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog(page)
    .getByRole('button', { name: `Delete ${camp}` })
    .click();
  await expect(page.getByText('Worksite was removed')).toBeVisible();
  await expect(heading(page, 'Worksites')).toBeVisible();
  await expect(row(page, camp)).toHaveCount(0);
});

test('worksites and groups are managed by those with the permission', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('member', '/settings');
  await expect(heading(page, 'Settings')).toBeVisible();
  for (const name of [/^Worksites/, /^Reporting Groups/])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0);
  for (const address of ['worksites', 'reporting-groups', 'reporting-groups/archived']) {
    await page.goto(`/settings/organization/${address}`);
    await expect(
      page
        .getByText('We don’t think you’re allowed to see this.')
        .or(page.getByText("We don't think you're allowed to see this.")),
    ).toBeVisible();
  }
});
