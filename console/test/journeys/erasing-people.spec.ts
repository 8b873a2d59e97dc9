import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');

test('an admin finds who was hurt, is kept from erasing by a hold, and has them erased by typing their name once it is released', async ({
  visit,
  word,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const name = `Ines Holt-${word}`;
  const eventId = await reportNearMiss(organization, 'A rope parted', {
    injuredPersons: [{ name, personType: 'VISITOR', classification: 'FIRST_AID' }],
  });

  await page.goto('/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Privacy/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(page.getByText('Nothing was erased yet')).toBeVisible();
  await expect(page.getByText('Nothing is held')).toBeVisible();
  await look(page, 'people, and nothing erased');
  await page.getByRole('searchbox', { name: /^Name, or/ }).fill('nobody at all');
  await expect(page.getByText('Nobody of that name')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Nobody of that name')).toBeHidden();
  await page.getByRole('searchbox', { name: /^Name, or/ }).fill('holt-');
  await expect(page.getByRole('button', { name: /^Erase…/ })).toHaveCount(1);

  // By keyboard alone: the dialog takes the focus, and restores it.
  await page.getByRole('button', { name: `Hold… ${name}` }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Reason').fill('A claim is before the court');
  await look(page, 'a hold is placed');
  await dialog(page)
    .getByRole('button', { name: `Hold ${name}` })
    .click();
  await expect(part(page, 'Legal holds').getByText('A claim is before the court')).toBeVisible();

  await page.getByRole('button', { name: `Erase… ${name}` }).click();
  await expect(dialog(page).getByText(`Held: ${name}. Release the hold first.`)).toBeVisible();
  await look(page, 'an erasure that a hold prevents');
  await dialog(page).getByLabel('Reason').fill(`${name} wrote to us`);
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill('Ines');
  await dialog(page)
    .getByRole('button', { name: `Erase ${name}` })
    .click();
  await expect(dialog(page).getByText(`Type ${name}, as it is shown here`).first()).toBeVisible();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page)
    .getByRole('button', { name: `Erase ${name}` })
    .click();
  await expect(
    dialog(page)
      .getByText(/^Leave the name out/)
      .first(),
  ).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('Asked for by letter');
  await dialog(page)
    .getByRole('button', { name: `Erase ${name}` })
    .click();
  await expect(dialog(page).getByText('A legal hold prevents this')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: /^Release…/ }).click();
  await dialog(page).getByLabel('Why it may go').fill('Settled');
  await dialog(page).getByRole('button', { name: 'Release the hold' }).click();
  await expect(part(page, 'Legal holds').getByText('Settled')).toBeVisible();

  await page.getByRole('button', { name: `Erase… ${name}` }).click();
  await expect(dialog(page).getByText(/^Name and what was written of them in 1 event: /)).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('Asked for by letter');
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await look(page, 'an erasure is asked for');
  await dialog(page)
    .getByRole('button', { name: `Erase ${name}` })
    .click();
  await expect(part(page, 'Erasures').getByText('Erased', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(part(page, 'Erasures').getByText('Asked for by letter')).toBeVisible();
  await look(page, 'somebody was erased');
  expect(
    (await organization.call<{ injuredPersons: { name: string }[] }>('GET', `/reported-events/${eventId}`))
      .injuredPersons,
  ).toMatchObject([{ name: 'erased' }]);
  await page.reload();
  await expect(page.getByText('Nobody of that name')).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

test('records of the same name are one row with their number, and several of them are chosen to be erased at once', async ({
  visit,
  word,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const name = `Ola Berg-${word}`;
  const hurt = { injuredPersons: [{ name, personType: 'VISITOR' as const }] };
  const eventIds = [
    await reportNearMiss(organization, 'A rope parted', hurt),
    await reportNearMiss(organization, 'A hook slipped', hurt),
    await reportNearMiss(organization, 'A gate fell', { relatedPersons: [{ name, emailAddress: null, role: null }] }),
  ];
  await page.goto('/settings/organization/privacy');
  await page.getByRole('searchbox', { name: /^Name, or/ }).fill(name);
  await expect(page.getByText('3 records')).toBeVisible();
  await expect(page.getByRole('button', { name: `Erase… ${name}` })).toHaveCount(1);
  await look(page, 'records of the same name');

  await page.getByRole('button', { name: `Erase… ${name}` }).click();
  const confirm = dialog(page).getByRole('button', { name: `Erase ${name}` });
  await dialog(page).getByLabel('Reason').fill('Asked for by letter');
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
  await expect(dialog(page).getByText('Choose at least one record').first()).toBeVisible();
  for (const record of [/^Hurt in an event: 1$/, /^Named in an event: 3$/])
    await dialog(page).getByRole('checkbox', { name: record }).locator('..').click();
  await expect(dialog(page).getByText(/^Name and what was written of them in 2 events: /)).toBeVisible();
  await look(page, 'two of three records are to be erased');
  await confirm.click();
  await expect(page.getByText(`The erasure of 2 records of ${name} was asked for`).first()).toBeVisible();
  await expect(part(page, 'Erasures').getByText('Erased', { exact: true })).toHaveCount(2, { timeout: 60_000 });
  const names = await Promise.all(
    eventIds.map(async (eventId) => {
      const { injuredPersons, relatedPersons } = await organization.call<{
        injuredPersons: { name: string }[];
        relatedPersons: { name: string }[];
      }>('GET', `/reported-events/${eventId}`);
      return [...injuredPersons, ...relatedPersons][0]!.name;
    }),
  );
  expect(names).toEqual(['erased', name, 'erased']);
});
