import { randomUUID } from 'node:crypto';
import { look } from './support/inspect.ts';
import { expect, test } from './support/journey.ts';
import { newOrganization } from './support/new-organization.ts';

test('a form of one’s own is opened by the code of a worksite, asks by its conditions, is signed by name and drawing, and the event, its revisions and its document show what was signed', async ({
  visit,
}, { project }) => {
  test.setTimeout(120_000);
  const page = await visit();
  const { guid, founder, call } = await newOrganization(page);
  const ours = (path: string) => `${path}?organizationGuid=${guid}`;
  const [formGuid, groupGuid, rated, instead, signed] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const { guid: worksiteGuid } = await call<{ guid: string }>('POST', `/orgs/${guid}/worksite-locations`, {
    name: 'North quay',
  });
  await call('POST', '/forms', { organizationGuid: guid, formGuid, name: 'Lift check' });
  await call('PATCH', ours(`/forms/${formGuid}/groups`), { add: [{ groupGuid, title: 'The lift' }] });
  await call('PATCH', ours(`/forms/${formGuid}/questions`), {
    add: [
      { questionGuid: rated, groupGuid, type: 'YES_NO', text: 'Was the load rated?', required: true },
      {
        questionGuid: instead,
        groupGuid,
        type: 'TEXT',
        text: 'How was it weighed?',
        required: true,
        showIf: { question: rated, operator: 'EQUALS', value: false },
      },
      { questionGuid: signed, groupGuid, type: 'SIGNATURE', text: 'Signed by the lift supervisor', required: true },
    ],
  });
  await call('POST', ours(`/forms/${formGuid}/publish`));

  await page.goto(`/events/manage-forms/${formGuid}`);
  await page.getByLabel('For which worksite?').selectOption('North quay');
  await expect(page.getByRole('img', { name: 'Code for Lift check, North quay' })).toBeVisible();
  await look(page, 'a form with its code');

  await page.goto(`/events/add?formGuid=${formGuid}&worksiteGuid=${worksiteGuid}`);
  await expect(page.getByRole('radio', { name: /^North quay/ })).toBeChecked();
  // The builder enabled no people.
  await expect(page.getByRole('radiogroup', { name: 'Was the load rated?' })).toBeVisible();
  for (const section of ['People hurt', 'Other people'])
    await expect(page.getByRole('heading', { name: section })).toHaveCount(0);
  await page.getByLabel('What happened?').fill('The load swung while it was lowered.');
  await page.getByRole('radiogroup', { name: 'Was the load rated?' }).getByRole('radio', { name: 'No' }).check();
  await page.getByLabel('How was it weighed?').fill('By the crane.');
  await page.getByLabel('Signed by the lift supervisor', { exact: true }).fill(founder.name);
  const pad = page.getByRole('img', { name: 'Signed by the lift supervisor: a place to draw, beside the typed name' });
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox())!;
  const draw = async (...places: [number, number][]) => {
    await page.mouse.move(x + places[0]![0], y + places[0]![1]);
    await page.mouse.down();
    for (const [right, down] of places) await page.mouse.move(x + right, y + down, { steps: 6 });
    await page.mouse.up();
  };
  await draw([30, 110], [60, 30], [90, 110], [45, 80], [80, 78]);
  await draw([110, 100], [130, 60], [150, 100], [200, 60]);
  await expect(page.getByRole('button', { name: 'Clear the drawing' })).toBeVisible();
  await look(page, 'a signature');
  // A drawn signature survives a reload, and can be redrawn.
  await expect(
    page
      .getByText(/^Saved \d\d:\d\d on this device/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.reload();
  const drawing = page.getByRole('img', { name: `Signature of ${founder.name}` });
  await expect(drawing).toBeVisible();

  await page.getByRole('button', { name: 'Report a lift check…' }).filter({ visible: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Report/ })
    .click();
  await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}$/);
  await expect(drawing).toBeVisible();
  await look(page, 'an event that was signed');
  const eventId = new URL(page.url()).pathname.split('/').at(-1)!;
  const { components } = await call<{
    components: { answers: { questionGuid: string; value: unknown; signerGuid?: string }[] }[];
  }>('GET', ours(`/reported-events/${eventId}`));
  const answer = components[0]!.answers.find(({ questionGuid }) => questionGuid === signed)!;
  expect(answer).toMatchObject({
    value: { name: founder.name, drawing: expect.stringMatching(/^M[\d\s.QLM-]+$/) },
    signerGuid: expect.any(String),
  });
  await page.goto(`/events/${eventId}/history?revision=1`);
  await expect(drawing).toBeVisible();
  if (project.name === 'desktop') {
    await page.goto(`/events/${eventId}/export`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').getByRole('button', { name: 'Download the PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  }
});
