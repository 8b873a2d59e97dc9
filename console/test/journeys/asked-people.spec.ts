import { randomUUID } from 'node:crypto';
import { look } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { newOrganization } from './support/new-organization.ts';

test('a form of one’s own asks for people hurt, other people and a rating only once its builder has turned them on', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const { guid, call } = await newOrganization(page);
  const ours = (path: string) => `${path}?organizationGuid=${guid}`;
  const [formGuid, groupGuid, questionGuid] = [randomUUID(), randomUUID(), randomUUID()];
  await call('POST', `/orgs/${guid}/worksite-locations`, { name: 'North quay' });
  await call('POST', '/forms', { organizationGuid: guid, formGuid, name: 'Site walk' });
  await call('PATCH', ours(`/forms/${formGuid}/groups`), { add: [{ groupGuid, title: 'The walk' }] });
  await call('PATCH', ours(`/forms/${formGuid}/questions`), {
    add: [{ questionGuid, groupGuid, type: 'TEXT', text: 'What did you look at?' }],
  });
  await call('PUT', ours(`/forms/${formGuid}/event-workflow`), { eventWorkflow: 'REVIEW' });
  await call('POST', ours(`/forms/${formGuid}/publish`));
  const section = (name: string) => page.getByRole('heading', { name, exact: true });
  const review = page.getByRole('button', { name: /^Review event/ }).filter({ visible: true });
  const dialog = page.getByRole('dialog');

  await test.step('the report has its own questions and nothing else', async () => {
    await page.goto(`/events/add?formGuid=${formGuid}`);
    await expect(page.getByLabel('What did you look at?')).toBeVisible();
    for (const name of ['People hurt', 'Other people']) await expect(section(name)).toHaveCount(0);
    await look(page, 'a form that asks for nobody');
    await page.getByLabel('What happened?').fill('We walked the quay.');
    await page.getByRole('button', { name: 'Report a site walk…' }).filter({ visible: true }).click();
    await dialog.getByRole('button', { name: /^Report/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^We walked the quay/ })).toBeVisible();
    await expect(page.getByText('Not rated')).toHaveCount(0);
  });

  await test.step('it is reviewed without a rating', async () => {
    const eventId = new URL(page.url()).pathname.split('/').at(-1)!;
    const { user } = await call<{ user: { guid: string } }>('GET', `/startup?organizationGuid=${guid}`);
    await call('POST', ours(`/reported-events/${eventId}/request-review`), { reviewerGuid: user.guid });
    await page.reload();
    await review.click();
    await expect(dialog.getByLabel('Comment (optional)')).toBeVisible();
    await expect(dialog.getByRole('radiogroup')).toHaveCount(0);
    await look(page, 'a review without a rating');
    await dialog.getByRole('button', { name: /^Review event/ }).click();
    await expect(page.getByText(/was reviewed$/).first()).toBeVisible();
    await expect(page.getByText('Reviewed by')).toBeVisible();
    await expect(page.getByText('Not rated')).toHaveCount(0);
  });

  await test.step('turned on in the builder, the next version asks for them', async () => {
    await page.goto(`/events/manage-forms/${formGuid}/edit`);
    for (const name of [/^People hurt/, /^Other people/, /^Rating/]) {
      const box = page.getByRole('checkbox', { name });
      await expect(box).not.toBeChecked();
      await box.locator('..').click();
      await expect(box).toBeChecked();
      await expect(page.getByText('All changes are saved')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
    await page.goto(`/events/add?formGuid=${formGuid}`);
    for (const name of ['People hurt', 'Other people']) await expect(section(name)).toBeVisible();
  });
});
