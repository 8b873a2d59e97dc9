import { storedOnDevice } from './support/device.ts';
import { answered, ask, rail } from './support/event-page.ts';
import { inspect, reflows } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import type { FormName, ProductApi } from './support/product-api.ts';

const reportPage = async (api: ProductApi, form: FormName) => `/events/add?formGuid=${(await api.form(form)).formGuid}`;
const saved = (page: Page) =>
  page
    .getByText(/^Saved \d\d:\d\d on this device/)
    .filter({ visible: true })
    .first();

async function fillNearMiss(page: Page, words: string): Promise<void> {
  await page.getByLabel('What happened?').fill(words);
  await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
  await page.getByRole('radio', { name: 'Serious injury' }).check();
}

async function report(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Report a near miss…' }).filter({ visible: true }).click();
  await answered(page, /\/reported-events$/, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Report a near miss', exact: true }).click(),
  );
}

test('a report that names its reviewer is theirs as soon as it is in', async ({ open, as, word }) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Near miss'));
  await fillNearMiss(page, `Pipe rolled off the rack ${word}`);
  const reviewers = page.getByRole('radiogroup', { name: 'Who reviews it?' });
  await expect(reviewers.getByRole('radio', { name: 'Decide later' })).toBeChecked();
  await reviewers.getByRole('radio', { name: /Mei Tanaka/ }).check();
  const keys: (string | undefined)[] = [];
  page.on(
    'request',
    (request) =>
      request.method() === 'POST' &&
      /\/api\/reported-events/.test(request.url()) &&
      keys.push(request.headers()['idempotency-key']),
  );
  await report(page);
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  await expect(rail(page)).toContainText('With Mei Tanaka');
  expect(new Set(keys).size, 'the report and what asks for its review have a key each').toBe(2);
  await expect(page.getByText('Mei Tanaka was asked to review it.')).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/events\/add\?formGuid/);
});

test('a reporter who chooses the reviewer later is warned before reporting, and finds the event with themselves', async ({
  open,
  as,
  word,
}) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Near miss'));
  await fillNearMiss(page, `Valve dripped ${word}`);
  await page.getByRole('button', { name: 'Report a near miss…' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this near miss' });
  await expect(dialog).toContainText('who reviews it is still to be decided.');
  await answered(page, /\/reported-events$/, () =>
    dialog.getByRole('button', { name: 'Report a near miss', exact: true }).click(),
  );
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  await expect(rail(page)).toContainText('With you');
  await expect(
    page.getByRole('button', { name: /^Send event \d+ for review…$/ }).filter({ visible: true }),
  ).toBeVisible();
});

test('those who review in the event’s own reporting group are offered first', async ({ open, as }) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Near miss'));
  const reviewers = page.getByRole('radiogroup', { name: 'Who reviews it?' });
  await reviewers.getByRole('radio').first().waitFor();
  const second = () =>
    reviewers
      .getByRole('radio')
      .nth(1)
      .evaluate((radio) => radio.closest('label')!.textContent);
  for (const [group, reviewer] of [
    ['Shop and maintenance', 'Mei Tanaka'],
    ['Drilling services', 'Daniel Okafor'],
  ] as const) {
    await page.getByRole('radio', { name: group }).check();
    await expect(reviewers.getByRole('radio').first()).toHaveAccessibleName('Decide later');
    await expect.poll(second, group).toContain(reviewer);
  }
});

test('a form without a review asks for no reviewer', async ({ open, as }) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Toolbox talk'));
  await page.getByRole('button', { name: 'Report a toolbox talk…' }).filter({ visible: true }).waitFor();
  await expect(page.getByText('Who reviews it?')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What happens next' })).toHaveCount(0);
});

test('a report whose reviewer was refused is in all the same, and says that only the report is, and why', async ({
  open,
  as,
  word,
}, { project }) => {
  const api = await as('sam');
  const { user } = await api.startup();
  const page = await open('sam', await reportPage(api, 'Near miss'));
  // Sam reviews nothing: his guid is sent, as if Mei had lost the permission meanwhile.
  await page.route(/\/request-review\?/, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), reviewerGuid: user.guid }) }),
  );
  await fillNearMiss(page, `Latch left open ${word}`);
  await page
    .getByRole('radiogroup', { name: 'Who reviews it?' })
    .getByRole('radio', { name: /Mei Tanaka/ })
    .check();
  await report(page);
  const alert = page.getByRole('region', { name: 'Alerts' });
  await expect(alert).toContainText(/Event \d+ was reported/);
  await expect(alert).toContainText(/Only the report is in: Mei Tanaka was not asked to review it\. .+/);
  await expect(rail(page)).toContainText('With you');
  await inspect(page, 'a report whose reviewer was refused');
  if (project.name === 'phone') await reflows(page, 'a report whose reviewer was refused');
  expect((await api.events({ text: word })).totalCount).toBe(1);
});

test('a report that was begun and closed is continued from where one reports', async ({ open, as, word }) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Near miss'));
  await page.getByLabel('What happened?').fill(`Slipped on the ramp ${word}. It had rained.`);
  await saved(page).waitFor();
  await page.goto('/events/add');
  const link = page.getByRole('link', {
    name: new RegExp(`^Continue: Near miss, \\d\\d:\\d\\d\\s*‘Slipped on the ramp ${word}’$`),
  });
  expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page.getByLabel('What happened?')).toHaveValue(`Slipped on the ramp ${word}. It had rained.`);
  await page.getByRole('button', { name: 'Discard draft' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await page.goto('/events/add');
  await expect(page.getByRole('link', { name: /^Near miss/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continue/ })).toHaveCount(0);
});

test('a dialog keeps what was typed: a tap outside asks, Back closes the dialog and not the page, and the words are there again', async ({
  open,
  as,
  word,
}) => {
  const tyler = await as('tyler');
  const { eventId, number } = await tyler.report('Near miss', { description: `Strap tore ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  const page = await open('mei', `/events/${eventId}`);
  let dialog = await ask(page, 'Return…');
  await dialog.getByLabel('What must change').fill(`Which strap ${word}?`);
  await expect(dialog.getByText(/^Saved \d\d:\d\d on this device/)).toBeVisible();
  await page.mouse.click(5, 5);
  await dialog
    .getByRole('group', { name: /^Close this\?/ })
    .getByRole('button', { name: 'Keep writing' })
    .click();
  await expect(dialog.getByLabel('What must change')).toBeFocused();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/events/${eventId}`);
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();

  dialog = await ask(page, 'Return…');
  await expect(dialog.getByLabel('What must change')).toHaveValue(`Which strap ${word}?`);
  await dialog.getByRole('button', { name: 'Cancel, keep the draft' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  dialog = await ask(page, 'Return…');
  await expect(dialog.getByText(/^Your draft has been restored\. Last changed \d\d:\d\d; kept until/)).toBeVisible();
  await expect(dialog.getByLabel('What must change')).toHaveValue(`Which strap ${word}?`);
  await answered(page, /\/return$/, () => dialog.getByRole('button', { name: `Return event ${number}` }).click());
  await expect(dialog).toHaveCount(0);
});

test('input of a dialog is encrypted on the device, and discarded only after confirmation', async ({
  open,
  as,
  word,
}) => {
  const tyler = await as('tyler');
  const { eventId } = await tyler.report('Near miss', { description: 'Strap tore at the second lift' });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  const page = await open('mei', `/events/${eventId}`);
  const dialog = await ask(page, 'Return…');
  const comment = dialog.getByLabel('What must change');
  await comment.fill(`Ask Wes Harding ${word}`);
  await expect(dialog.getByText(/^Saved \d\d:\d\d on this device/)).toBeVisible();
  const stored = await storedOnDevice(page);
  expect(stored).toMatch(new RegExp(`dialog:[^"]*${eventId}:return.*sealed`));
  expect(stored).not.toContain(word);
  const sure = dialog.getByRole('group', { name: /^Discard the draft\?/ });
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect(comment).toHaveValue(`Ask Wes Harding ${word}`);
  await sure.getByRole('button', { name: 'Keep writing' }).click();
  await expect(comment).toHaveValue(`Ask Wes Harding ${word}`);
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await sure.getByRole('button', { name: 'Discard draft' }).click();
  await expect(comment).toHaveValue('');
  await expect(comment).toBeFocused();
});

test('Back after a dialog was closed leaves the page at once', { tag: '@phone' }, async ({ open, as, word }) => {
  const { eventId } = await (await as('tyler')).report('Near miss', { description: `Cone blew over ${word}` });
  const page = await open('tyler', `/events/list/1?text=${word}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(word) })
    .click();
  for (let time = 0; time < 2; time += 1) {
    const dialog = await ask(page, /to review…$|for review…$/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page).toHaveURL(`/events/${eventId}`);
  await page.goBack();
  await expect(page).toHaveURL(`/events/list/1?text=${word}`);
});

test('discarding the draft of a change asks first, and cancelling says that it is kept', async ({ open, as, word }, {
  project,
}) => {
  const { eventId } = await (await as('tyler')).report('Near miss', { description: `Lamp fell ${word}` });
  const page = await open('tyler', `/events/${eventId}/edit`);
  await page.getByLabel('What happened?').fill(`Two lamps fell ${word}`);
  await saved(page).waitFor();
  // A phone has no Cancel button: users go back there.
  await expect(page.getByRole('link', { name: /^Cancel/ }).filter({ visible: true })).toHaveText(
    project.name === 'phone' ? [] : ['Cancel, keep the draft'],
  );
  await page.getByRole('button', { name: 'Discard draft' }).filter({ visible: true }).first().click();
  await page.getByRole('dialog', { name: 'Discard draft' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue(`Two lamps fell ${word}`);
  await page.getByRole('button', { name: 'Discard draft' }).filter({ visible: true }).first().click();
  await page.getByRole('dialog', { name: 'Discard draft' }).getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue(`Lamp fell ${word}`);
});

test('an injury is asked for as what, where, when and who; the rest unfolds, and codes are read as words', async ({
  open,
  as,
}) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Injury'));
  const top = async (label: string | RegExp) => (await page.getByLabel(label).first().boundingBox())!.y;
  await page.getByLabel('What happened?').waitFor();
  const [what, where, when, who] = [
    await top('What happened?'),
    (await page.getByRole('radio', { name: /^Acheson Yard/ }).boundingBox())!.y,
    await top('On which day?'),
    await top('Name'),
  ];
  expect([what, where, when, who]).toEqual([what, where, when, who].toSorted((one, other) => one - other));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  console.log(`    the form: ${height} px`);
  expect(height).toBeLessThan(2700);
  const questions = await page.evaluate(() => {
    const named = [...document.querySelectorAll('form [role=radiogroup][aria-labelledby]')].map(
      (group) => document.getElementById(group.getAttribute('aria-labelledby')!.split(' ')[0]!)!,
    );
    return [...document.querySelectorAll('form label[for]'), ...named].map(({ textContent }) =>
      textContent!.replace(/\(optional\)/, '').trim(),
    );
  });
  expect(questions.length).toBeGreaterThan(15);
  expect(
    questions.filter((question, place) => questions.indexOf(question) < place),
    'nothing is asked twice',
  ).toEqual([]);

  const [day, time] = [
    (await page.getByLabel('On which day?').boundingBox())!,
    (await page.getByLabel(/^At what time\?/).boundingBox())!,
  ];
  expect(Math.abs(day.y - time.y)).toBeLessThan(1);
  expect(Math.abs(day.height - time.height)).toBeLessThan(1);
  const labels = await page.evaluate(() =>
    ['occurrenceDate', 'occurrenceTime'].map(
      (id) => document.querySelector(`label[for="${id}"]`)!.getBoundingClientRect().top,
    ),
  );
  expect(labels[0]).toBe(labels[1]);

  await expect(page.getByLabel('What work was being done?')).toBeHidden();
  await page.getByText('Work at the time').click();
  await expect(page.getByLabel('What work was being done?')).toBeVisible();

  const hurt = page.getByRole('listitem', { name: 'Injured person 1' });
  await hurt.getByText('Injury, treatment and days').click();
  const nature = hurt.getByRole('combobox', { name: /^Nature of the injury/ });
  await nature.click();
  await nature.pressSequentially('fractures');
  await page.getByRole('option', { name: /^Fractures 111$/ }).click();
  await expect(nature).toHaveValue('Fractures');
  await expect(hurt.getByText('111', { exact: true })).toBeVisible();
});

test('a person who was removed by mistake comes back as they were typed', async ({ open, as }) => {
  const page = await open('sam', await reportPage(await as('sam'), 'Injury'));
  await page.getByRole('listitem', { name: 'Injured person 1' }).getByLabel('Name').fill('Wes Harding');
  await page.getByRole('button', { name: 'Remove person 1' }).click();
  await expect(page.getByText('Wes Harding was removed.')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo: bring Wes Harding back' });
  await expect(undo).toBeFocused();
  await undo.click();
  await expect(page.getByRole('listitem', { name: 'Injured person 1' }).getByLabel('Name')).toHaveValue('Wes Harding');
});
