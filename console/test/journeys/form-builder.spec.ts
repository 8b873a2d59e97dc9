import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { follow, goesOnInSight, tabTo, typeInto } from './support/keyboard.ts';
import { newOrganization } from './support/new-organization.ts';

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, place: number) => main(page).getByRole('listitem', { name: `Question ${place}`, exact: true });
const saved = (page: Page) => expect(main(page).getByText('All changes are saved')).toBeVisible();

/** Comes to a list of choices within something and goes to one by its first letters. */
async function pick(page: Page, within: ReturnType<typeof card>, label: string, option: string): Promise<void> {
  const list = within.getByLabel(label, { exact: true });
  await tabTo(list);
  await page.keyboard.type(option);
  await expect(list.locator('option:checked')).toHaveText(option);
  await saved(page);
}

/** Adds a question as the last one: the focus stands in it, where its words are typed. */
async function ask(page: Page, place: number, { text, answeredBy, isRequired = false }: { text: string; answeredBy: string; isRequired?: boolean }): Promise<void> {
  await follow(main(page).getByRole('button', { name: /^Add a question to/ }));
  await expect(card(page, place).getByLabel('Question', { exact: true })).toBeFocused();
  await page.keyboard.type(text);
  await pick(page, card(page, place), 'Answered by', answeredBy);
  if (!isRequired) return;
  const box = card(page, place).getByRole('checkbox', { name: 'Must be answered' });
  await tabTo(box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await saved(page);
}

/** Has the newest question asked only after an answer to an earlier one. */
async function askOnlyIf(page: Page, place: number, question: string, answer: string): Promise<void> {
  await pick(page, card(page, place), 'Asked only if (optional)', question);
  await pick(page, card(page, place), 'Answer', answer);
}

test('a form with two conditions, a required photo and a signature is built, previewed and published by the keyboard alone', { tag: '@desktop' }, async ({ visit }) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page);
  await page.goto('/events/manage-forms');
  await follow(main(page).getByRole('button', { name: 'New form…' }).first());
  await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Lift check');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Lift check' })).toBeVisible();
  await goesOnInSight(page, 'in the builder');

  await follow(main(page).getByRole('button', { name: 'Add a group' }));
  await expect(main(page).getByLabel('Title of the group')).toBeFocused();
  await page.keyboard.type('The lift');
  await ask(page, 1, { text: 'Was the load rated?', answeredBy: 'Yes or no', isRequired: true });
  await ask(page, 2, { text: 'How was it weighed?', answeredBy: 'Short text', isRequired: true });
  await askOnlyIf(page, 2, 'Was the load rated?', 'No');
  await ask(page, 3, { text: 'A photo of the scale', answeredBy: 'Photos and files', isRequired: true });
  await askOnlyIf(page, 3, 'Was the load rated?', 'No');
  await ask(page, 4, { text: 'Signed by the lift supervisor', answeredBy: 'Signature', isRequired: true });
  await look(page, 'a form in the builder');

  await follow(main(page).getByRole('link', { name: 'Preview' }));
  await expect(page.getByRole('heading', { level: 1, name: /Lift check/ })).toBeVisible();
  const rated = page.getByRole('radiogroup', { name: 'Was the load rated?' });
  await expect(page.getByText('A photo of the scale')).toHaveCount(0);
  await tabTo(rated.getByRole('radio'));
  await page.keyboard.press('ArrowDown');
  await expect(rated.getByRole('radio', { name: 'No' })).toBeChecked();
  for (const asked of ['How was it weighed?', 'A photo of the scale', 'Signed by the lift supervisor']) await expect(page.getByText(asked).first()).toBeVisible();

  await follow(main(page).getByRole('link', { name: 'Edit' }));
  await follow(main(page).getByRole('button', { name: 'Publish version 1' }));
  await expect(main(page).getByText('Published', { exact: true }).first()).toBeVisible();
  await page.goto('/events/add');
  await expect(page.getByRole('link', { name: /^Lift check/ })).toBeVisible();
});
