import { colorOf } from './support/color.ts';
import { colleague } from './support/colleague.ts';
import { bell, bellPanel } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss, type NewOrganization } from './support/new-organization.ts';
import { hasOwnDatabase, letDaysPass } from './support/passing-time.ts';

test.setTimeout(120_000);
test.skip(!hasOwnDatabase, 'time passes in the database of the product itself');

/** A day this many days from now, late enough for every zone. */
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

const createTask = async (
  { guid, call }: Pick<NewOrganization, 'guid' | 'call'>,
  eventId: string,
  about: { description: string; dueDate: string; responsibleGuid: string },
) => (await call<{ taskGuid: string }>('POST', '/tasks', { organizationGuid: guid, eventId, ...about })).taskGuid;

const founderGuid = async ({ call }: NewOrganization) =>
  (await call<{ user: { guid: string } }>('GET', '/startup')).user.guid;

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Corrective actions' }).or(page.getByRole('list', { name: 'Corrective actions' }));

test('the responsible person of an action reads its worksite and the title of its event without seeing the event, but no names', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const tess = await colleague(visit, organization, 'Tess Bower');
  const { guid: worksiteGuid } = await organization.call<{ guid: string }>(
    'POST',
    `/orgs/${organization.guid}/worksite-locations`,
    { name: 'North quay' },
  );
  const at = { worksiteGuid, regionGuid: null, location: null };
  for (const [description, title] of [
    ['A crate fell off the quay.', 'A crate fell off the quay'],
    ['Renske was missed by a crate.', 'Near miss'],
  ] as const) {
    const eventId = await reportNearMiss(organization, description, {
      ...at,
      relatedPersons: [{ name: 'Renske de Vries' }],
    });
    const taskGuid = await createTask(organization, eventId, {
      description: 'Fence the edge',
      dueDate: inDays(5),
      responsibleGuid: tess.guid,
    });
    await tess.page.goto(`/corrective-actions/${taskGuid}`);
    const main = tess.page.getByRole('main');
    await expect(main.getByText(title, { exact: false }).first()).toBeVisible();
    await expect(main.getByText('North quay')).toBeVisible();
    await expect(main).not.toContainText('Renske');
    await look(tess.page, `an action of a hidden event, ${title}`);
  }
  await tess.page.goto('/tasks');
  await expect(rows(tess.page)).toContainText('North quay');
  await expect(rows(tess.page)).not.toContainText('Renske');
});

test('overdue tasks come first wherever five are shown, and the number of the bell always counts all tasks', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const responsibleGuid = await founderGuid(organization);
  const eventId = await reportNearMiss(organization, 'A crate fell off the quay.');
  for (const day of [20, 21, 22, 23, 24, 25])
    await createTask(organization, eventId, { description: `Check bay ${day}`, dueDate: inDays(day), responsibleGuid });
  const late = await createTask(organization, eventId, {
    description: 'Close the gate',
    dueDate: inDays(2),
    responsibleGuid,
  });
  await page.goto('/dashboard');
  await expect(bell(page)).toHaveText('7');
  await letDaysPass(9, late);
  await page.reload();
  const tasks = page.getByRole('main').getByRole('region', { name: 'You have 7 tasks assigned to you' });
  await expect(tasks.getByRole('listitem')).toHaveCount(5);
  await expect(tasks.getByRole('listitem').first()).toContainText('Close the gate');
  await expect(tasks.getByRole('listitem').first()).toContainText('Overdue');
  await expect(tasks.getByText('You have 1 overdue task')).toBeVisible();
  await expect(bell(page)).toHaveText('7');
  await expect(bell(page)).toHaveAccessibleName('You have 7 tasks assigned to you. You have 1 overdue task');
  await look(page, 'the dashboard with an overdue task');
  await bell(page).click();
  await expect(bellPanel(page).getByRole('listitem').first()).toContainText('Close the gate');
  await look(page, 'the bell with an overdue task');
  await organization.call('POST', `/tasks/${late}/complete?organizationGuid=${organization.guid}`, {});
  await page.reload();
  await expect(bell(page)).toHaveText('6');
  await expect(bell(page)).toHaveAccessibleName('You have 6 tasks assigned to you');
});

test('an action whose check is past its date says “Check overdue” in red and is found by that; “To do” contains nothing finished', async ({
  visit,
}) => {
  const page = await visit();
  const organization = await newOrganization(page);
  const tess = await colleague(visit, organization, 'Tess Bower');
  const eventId = await reportNearMiss(organization, 'A crate fell off the quay.');
  const finished = await Promise.all(
    ['Fence the quay', 'Paint the kerb'].map(async (description) => {
      const taskGuid = await createTask(organization, eventId, {
        description,
        dueDate: inDays(5),
        responsibleGuid: await founderGuid(organization),
      });
      await organization.call('PATCH', `/tasks/${taskGuid}?organizationGuid=${organization.guid}`, {
        verifierGuid: tess.guid,
      });
      await organization.call('POST', `/tasks/${taskGuid}/complete?organizationGuid=${organization.guid}`, {});
      return taskGuid;
    }),
  );
  await page.goto('/tasks?status=COMPLETED');
  await expect(rows(page)).toContainText('Fence the quay');
  await letDaysPass(31, finished[0]!);
  await page.goto('/tasks');
  await expect(rows(page)).toContainText('Fence the quay');
  await expect(rows(page)).toContainText(/check \d+ days? overdue/);
  await expect(rows(page)).not.toContainText('Paint the kerb');
  await expect(rows(page)).not.toContainText('Completed');
  const badge = rows(page).getByText('Check overdue', { exact: true });
  await expect(badge).toBeVisible();
  expect(await badge.evaluate((element) => getComputedStyle(element).color)).toBe(await colorOf(page, '--danger'));
  await look(page, 'an action whose check is overdue');
  if (test.info().project.name === 'phone') await page.goto('/tasks?status=CHECK_OVERDUE');
  else {
    await page.getByRole('button', { name: 'Status: To do' }).click();
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Check overdue', { exact: true }).click();
    await expect(page).toHaveURL(/status=CHECK_OVERDUE/);
  }
  await expect(rows(page)).toContainText('Fence the quay');
  await expect(rows(page)).not.toContainText('Paint the kerb');
});
