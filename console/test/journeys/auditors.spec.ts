import { look } from './support/inspect.ts';
import type { Locator } from '@playwright/test';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';
import { photo } from './support/photo.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');

test('an admin lets an auditor in, who reads what is granted and takes it away in a browser of their own, each look recorded, until they are turned out', async ({
  visit,
  browser,
  baseURL,
  word,
}) => {
  test.setTimeout(180_000);
  const page = await visit();
  const organization = await newOrganization(page);
  const eventId = await reportNearMiss(organization, `A rope parted ${word}`);
  await organization.call('PATCH', `/reported-events/${eventId}`, { description: `A rope parted and held ${word}` });
  await reportNearMiss(organization, `A ladder slid ${word}`);

  const { user } = await organization.call<{ user: { guid: string } }>('GET', '/startup');
  await organization.call('POST', `/tasks?organizationGuid=${organization.guid}`, {
    eventId,
    description: 'Replace every rope',
    dueDate: '2030-01-31',
    responsibleGuid: user.guid,
  });
  await page.goto(`/events/${eventId}/attachments`);
  await page.getByLabel('Files to attach').setInputFiles({ name: 'Rope.png', mimeType: 'image/png', buffer: photo() });
  await expect(page.getByRole('button', { name: 'Open Rope.png' })).toBeVisible();

  await page.goto('/settings/organization/auditors');
  await expect(page.getByText('No auditors yet')).toBeVisible();
  await look(page, 'no auditors');
  await main(page).getByRole('button', { name: 'Let an auditor in…' }).first().click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ida Berg');
  await dialog(page).getByLabel('Email address').fill('ida.berg');
  await dialog(page).getByLabel('What for').fill('Yearly audit');
  await dialog(page).getByLabel('Events from').fill('2020-01-01');
  await dialog(page).getByRole('button', { name: 'Make the link' }).click();
  await expect(
    dialog(page)
      .getByRole('link', { name: /Email address/ })
      .or(dialog(page).getByText('Email address is invalid'))
      .first(),
  ).toBeVisible();
  await look(page, 'an auditor with a wrong address');
  await dialog(page).getByLabel('Email address').fill('ida.berg@audit.example');
  const events = dialog(page).getByRole('group', { name: /^Only these events/ });
  await events.getByRole('searchbox').fill(word);
  await events.getByRole('checkbox', { name: /A rope parted and held/ }).check();
  await expect(events.getByRole('checkbox', { name: /A ladder slid/ })).not.toBeChecked();
  await expect(events.getByText('1 chosen')).toBeVisible();
  await look(page, 'an auditor for one event');
  await dialog(page).getByLabel('Events from').fill('2026-06-02');
  await expect(events.getByText('One of them is left out by what is chosen above.')).toBeVisible();
  await dialog(page).getByLabel('Events from').fill('2020-01-01');
  await dialog(page).getByRole('button', { name: 'Make the link' }).click();
  const link = (
    await dialog(page)
      .getByText(/\/auditor#/)
      .innerText()
  ).trim();
  const passcode = (
    await dialog(page)
      .getByText(/^\d{8}$/)
      .innerText()
  ).trim();
  await look(page, 'link and passcode, once');
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  await expect(main(page).getByText(/^One named event from .*; names of people hurt withheld/)).toBeVisible();
  await expect(main(page).getByText(/\d+ days left/)).toBeVisible();
  await look(page, 'an auditor');

  const theirs = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  const auditor = await theirs.newPage();
  await auditor.goto(new URL(link).pathname + new URL(link).hash);
  await expect(auditor.getByRole('heading', { level: 1, name: 'Come in as an auditor' })).toBeVisible();
  await look(auditor, 'an auditor comes in');
  expect(auditor.url()).not.toContain('#');
  const wrong = passcode === '00000000' ? '00000001' : '00000000';
  await auditor.getByLabel('Passcode').fill(wrong);
  await auditor.getByLabel('Passcode').press('Enter');
  await expect(auditor.getByText('The link or the passcode is not valid')).toBeVisible();
  await auditor.getByLabel('Passcode').fill(passcode);
  await auditor.getByLabel('Passcode').press('Enter');
  await expect(auditor).toHaveURL(/\/auditor\/events$/);
  await expect(auditor.getByText('What you open is recorded.')).toBeVisible();
  await expect(main(auditor).getByText(`A rope parted and held ${word}`)).toBeVisible();
  await expect(main(auditor).getByText(`A ladder slid ${word}`)).toHaveCount(0);
  await look(auditor, 'what an auditor may look at');
  await auditor.getByLabel('Search').fill('nothing of that');
  await expect(auditor.getByText('No events match')).toBeVisible();
  await look(auditor, 'an auditor finds nothing');
  await auditor.getByLabel('Search').fill('');
  await expect(main(auditor).getByText(`A rope parted and held ${word}`)).toBeVisible();
  const isWide = auditor.viewportSize()!.width >= 768;
  const filter = async (label: string, choose: (panel: Locator) => Promise<unknown>) => {
    if (!isWide) await auditor.getByRole('search').getByRole('button', { name: /ilter/ }).click();
    const panel = isWide ? auditor.getByRole('dialog', { name: label }) : dialog(auditor);
    await auditor.getByRole('button', { name: new RegExp(`^${label}`) }).click();
    await choose(panel);
    if (isWide) await auditor.keyboard.press('Escape');
    else await dialog(auditor).getByRole('button', { name: 'Show the list' }).click();
  };
  await filter('Form', (panel) => panel.getByText('Near miss').click());
  await expect(auditor).toHaveURL(/[?&]form/i);
  await expect(main(auditor).getByText(`A rope parted and held ${word}`)).toBeVisible();
  await filter('State', (panel) => panel.getByText('Approved').click());
  await expect(auditor.getByText('No events match')).toBeVisible();
  await auditor.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(main(auditor).getByText(`A rope parted and held ${word}`)).toBeVisible();
  await filter('Date', (panel) => panel.getByLabel('From').fill('2030-01-01'));
  await expect(auditor.getByText('No events match')).toBeVisible();
  await look(auditor, 'an auditor’s filters');
  await auditor.getByRole('button', { name: 'Clear filters' }).first().click();
  await main(auditor)
    .getByRole('link', { name: new RegExp(word) })
    .first()
    .click();
  await expect(auditor.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(main(auditor).getByText(/changed What happened/)).toBeVisible();
  await expect(main(auditor).getByText('What was the worst that could have happened?')).toBeVisible();
  await expect(main(auditor).getByText('First aid', { exact: true })).toBeVisible();
  await main(auditor)
    .getByRole('button', { name: /^Open Rope\.png/ })
    .click();
  await expect(dialog(auditor).getByRole('img', { name: 'Rope.png' })).toBeVisible();
  await auditor.keyboard.press('Escape');
  await look(auditor, 'an event as an auditor reads it');
  await main(auditor).getByRole('link', { name: 'Replace every rope' }).click();
  await expect(auditor.getByRole('heading', { level: 1, name: 'Replace every rope' })).toBeVisible();
  await expect(main(auditor).getByText('asked for it')).toBeVisible();
  await look(auditor, 'a corrective action as an auditor reads it');
  await auditor.goBack();
  await main(auditor).getByRole('link', { name: 'Read revision 1' }).click();
  await expect(main(auditor).getByText(/This is how event 1 read after revision 1 of 3/)).toBeVisible();
  await expect(
    main(auditor)
      .getByRole('paragraph')
      .filter({ hasText: `A rope parted ${word}` }),
  ).toBeVisible();
  await expect(main(auditor).getByText('First aid', { exact: true })).toBeVisible();
  await look(auditor, 'an event as an auditor reads what it was');
  await main(auditor).getByRole('link', { name: 'Replay it, with every hash' }).click();
  await expect(main(auditor).getByRole('heading', { name: 'Revision 3 of 3' })).toBeVisible();
  await main(auditor).getByRole('link', { name: 'Revision 2', exact: true }).click();
  await expect(main(auditor).getByRole('heading', { name: 'Revision 2 of 3' })).toBeVisible();
  await look(auditor, 'an event replayed by an auditor');
  await main(auditor).getByRole('link', { name: 'As people read it' }).click();
  await expect(auditor).toHaveURL(/\?revision=2$/);
  await main(auditor).getByRole('link', { name: 'See it as it is now' }).click();
  await expect(main(auditor).getByText('This is how event 1 read')).toHaveCount(0);
  await auditor.getByRole('link', { name: 'Change log' }).click();
  await expect(main(auditor).getByText('Incident amended')).toBeVisible();
  await look(auditor, 'the change log of an auditor');
  await auditor.getByRole('link', { name: 'Bundles' }).click();
  await main(auditor).getByRole('button', { name: 'Make a bundle…' }).first().click();
  await expect(dialog(auditor).getByText('Sensitive events too')).toHaveCount(0);
  await dialog(auditor).getByRole('button', { name: 'Make the bundle' }).click();
  await expect(main(auditor).getByText('Ready', { exact: true })).toBeVisible({ timeout: 20_000 });
  await look(auditor, 'the bundle of an auditor');
  await auditor.goto('/events/list/1');
  await expect(auditor).toHaveURL(/\/auditor\/events$/);

  await page.reload();
  await main(page)
    .getByRole('link', { name: /times by Ida Berg$/ })
    .click();
  await expect(main(page).getByText('Ida Berg').first()).toBeVisible();
  await page.goBack();
  await main(page)
    .getByRole('button', { name: /Turn out…/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Turn Ida Berg out' }).click();
  await expect(main(page).getByText('Turned out')).toBeVisible();
  await auditor.getByRole('link', { name: 'Change log' }).click();
  await expect(auditor.getByText('You are signed out')).toBeVisible();
  await look(auditor, 'an auditor who was turned out');
  await theirs.close();
});

test('only admins admit auditors, and a page without a link says so', async ({ open, visit }) => {
  const member = await open('member', '/settings/organization/auditors');
  await expect(member.getByText("We don't think you're allowed to see this.")).toBeVisible();
  const page = await visit('/auditor');
  await expect(page.getByRole('heading', { level: 1, name: 'Open your link once more' })).toBeVisible();
  await page.goto('/auditor/events');
  await expect(page.getByRole('heading', { level: 1, name: 'Open your link once more' })).toBeVisible();
});
