import type { WorksiteDetail } from '@plimsoll/contracts/units/units';
import { asManager, colleague } from './support/colleague.ts';
import { answered, rail } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization } from './support/new-organization.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const callList = (page: Page) => page.getByRole('region', { name: 'Call list' });

async function add(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Add a person' }).fill(name);
  await dialog(page).getByRole('option', { name }).click();
  await expect(dialog(page).getByRole('list').getByText(name)).toBeVisible();
}

test('an admin sets a worksite’s call list; a report from there says whom it goes to, is theirs at once, and its history says why', async ({
  visit,
  word,
}) => {
  test.setTimeout(180_000);
  const page = await visit();
  const organization = await newOrganization(page, { asksAtOnce: true });
  const dock = `Dock ${word}`;
  const { guid } = await organization.call<WorksiteDetail>('POST', `/orgs/${organization.guid}/worksite-locations`, {
    name: dock,
  });
  await colleague(visit, organization, 'Erin Vale', asManager);
  await colleague(visit, organization, 'Dana Moor', asManager);
  const kim = await colleague(visit, organization, 'Kim Cho');

  await page.goto(`/settings/organization/worksites/${guid}`);
  await expect(callList(page)).toContainText('Nobody is on it: reports go to the organization’s call list.');
  await callList(page)
    .getByRole('button', { name: /^Change/ })
    .click();
  for (const name of ['Erin Vale', 'Kim Cho', 'Dana Moor']) await add(page, name);
  await dialog(page).getByRole('button', { name: 'Remove Kim Cho' }).click();
  const up = dialog(page).getByRole('button', { name: 'Move Dana Moor up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await expect(dialog(page).getByRole('listitem')).toHaveText([/^1\. Dana Moor/, /^2\. Erin Vale/]);
  await look(page, 'a call list that is changed');
  await dialog(page).getByRole('button', { name: 'Save call list' }).click();
  await expect(page.getByText(`The call list of ${dock} was saved`)).toBeVisible();
  await expect(callList(page).getByRole('listitem')).toHaveText([/^1\. Dana Moor/, /^2\. Erin Vale/]);
  await look(page, 'a worksite with a call list');

  await page.goto('/settings/organization/alarms');
  const worksites = page.getByRole('list', { name: 'Call lists: Worksites' });
  await expect(worksites).toContainText('1. Dana Moor, 2. Erin Vale');
  await look(page, 'the call lists');
  await worksites.getByRole('link', { name: `Open ${dock}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: dock })).toBeVisible();

  const member = kim.page;
  await member.goto('/events/add');
  await member.getByRole('link', { name: /^Near miss/ }).click();
  await expect(member.getByText(`Goes to Dana Moor, first on the call list of ${dock}.`)).toBeVisible();
  await look(member, 'a report that says whom it goes to');
  await member.getByLabel('What happened?').fill(`A crate slid ${word}`);
  await member.getByRole('radio', { name: 'Serious injury' }).check();
  await member.getByRole('button', { name: 'Report a near miss…' }).filter({ visible: true }).click();
  await expect(dialog(member)).toContainText('It goes to Dana Moor for a review.');
  await answered(member, /\/reported-events$/, () =>
    dialog(member).getByRole('button', { name: 'Report a near miss', exact: true }).click(),
  );
  await expect(member.getByRole('heading', { level: 1, name: word })).toBeVisible();
  await expect(rail(member)).toContainText('With Dana Moor');
  await member.goto(`${new URL(member.url()).pathname}/history`);
  await expect(member.getByText(`Went to Dana Moor, first on the call list of ${dock}`)).toBeVisible();
});

test('a call list that someone else changed meanwhile is not overwritten without saying so', async ({
  visit,
  word,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page, { asksAtOnce: true });
  const lists = `/orgs/${organization.guid}/call-lists`;
  const erin = await colleague(visit, organization, 'Erin Vale', asManager);
  await organization.call('POST', `/orgs/${organization.guid}/worksite-locations`, { name: `Dock ${word}` });
  await page.goto('/settings/organization/alarms');
  await page.getByRole('button', { name: /^Change the call list of / }).click();
  await add(page, 'Fay Holm');
  await organization.call('PUT', `${lists}/organization`, { members: [erin.guid] });
  await dialog(page).getByRole('button', { name: 'Save call list' }).click();
  await expect(dialog(page).getByRole('status').filter({ hasText: 'It is now Erin Vale.' })).toBeVisible();
  await look(page, 'a call list that someone else changed');
  await dialog(page).getByRole('button', { name: 'Use theirs' }).click();
  await add(page, 'Fay Holm');
  await dialog(page).getByRole('button', { name: 'Save call list' }).click();
  await expect(page.getByRole('region', { name: 'The organization’s call list' }).getByRole('listitem')).toHaveText([
    /^1\. Erin Vale/,
    /^2\. Fay Holm/,
  ]);
});
