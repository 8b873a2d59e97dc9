import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newOrganization, reportNearMiss } from './support/new-organization.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
/** An empty list offers it twice. */
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

test('a key is shown once, its line reads the feed, and revoked it reads nothing', async ({ visit, word }) => {
  test.setTimeout(120_000);
  const page = await visit();
  const organization = await newOrganization(page);
  await reportNearMiss(organization, `A rope parted ${word}`);
  await page.goto('/settings');
  await main(page)
    .getByRole('link', { name: /^Integrations/ })
    .click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  await look(page, 'no keys');

  await press(page, 'New key…');
  await dialog(page).getByRole('button', { name: 'Make key' }).click();
  await expect(dialog(page).getByText("Name can't be blank").first()).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await dialog(page).getByText('What that looks like').click();
  const example = dialog(page).getByRole('group', { name: 'An example of what is told' });
  await expect(example).toContainText('"formName": "Near miss"');
  await expect(example).not.toContainText('reporterGuid');
  await dialog(page)
    .locator('label')
    .filter({ hasText: /^Persons/ })
    .click();
  await expect(example).toContainText('reporterGuid');
  await dialog(page).locator('label').filter({ hasText: /^Text/ }).click();
  await expect(example).toContainText('A sling slipped');
  await expect(dialog(page).getByText(/names too\. Whoever gets them/)).toBeVisible();
  await look(page, 'a new key');
  await dialog(page).getByRole('button', { name: 'Make key' }).click();

  const curl = await dialog(page)
    .getByText(/^curl /)
    .innerText();
  await look(page, 'a key, once');
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  const [, authorization, address] = /-H "Authorization: ([^"]+)" "([^"]+)"/.exec(curl)!;
  const read = () => page.request.get(address!, { headers: { authorization: authorization! } });
  expect(
    ((await (await read()).json()) as { data: { description?: string } }[]).map(({ data }) => data.description),
  ).toContain(`A rope parted ${word}`);
  await page.reload();
  await expect(main(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(main(page).getByText('Not yet')).toHaveCount(0);
  await look(page, 'the keys');

  await press(page, 'Revoke… Warehouse');
  await dialog(page).getByRole('button', { name: 'Revoke Warehouse' }).click();
  await expect(main(page).getByText('Revoked', { exact: true })).toBeVisible();
  await expect.poll(async () => (await read()).status()).toBe(401);
});

test('a webhook is made, tested, paused and removed; the outcome of each delivery is on its page', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  await newOrganization(page);
  await page.goto('/settings/organization/integrations/webhooks');
  await look(page, 'no webhooks');
  await press(page, 'New webhook…');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await dialog(page).getByLabel('Address').fill('https://127.0.0.1/hooks');
  await dialog(page).getByRole('button', { name: 'Make webhook' }).click();
  await expect(dialog(page).getByText('Plimsoll sends nothing to this address').first()).toBeVisible();
  await dialog(page).getByLabel('Address').fill('https://hooks.example.test/plimsoll');
  await look(page, 'a new webhook');
  await dialog(page).getByRole('button', { name: 'Make webhook' }).click();
  await expect(dialog(page).getByText(/^whsec_/)).toBeVisible();
  await look(page, 'a secret, once');
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Warehouse' })).toBeVisible();
  await expect(page.getByText('Nothing was delivered yet')).toBeVisible();

  await press(page, 'Send a test');
  await expect(main(page).getByText('Dead', { exact: true }).last()).toBeVisible({ timeout: 20_000 });
  await main(page)
    .locator('summary')
    .filter({ hasText: /cannot be|no address|resolve|failed|found/i })
    .first()
    .click();
  await look(page, 'a webhook with a delivery');
  await page.getByLabel('Status').selectOption({ label: 'Delivered' });
  await expect(page.getByText('No such deliveries')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await press(page, 'Replay ping');
  await expect(page.getByText('The delivery is tried again')).toBeVisible();

  await press(page, 'Pause');
  await expect(page.getByText('It is paused. What happens waits, tests are sent.')).toBeVisible();
  await press(page, 'Make another secret…');
  await dialog(page).getByRole('button', { name: 'Make another secret' }).click();
  await expect(dialog(page).getByText(/^whsec_/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  await page.goto('/settings/organization/integrations/webhooks');
  await expect(main(page).getByText('Paused')).toBeVisible();
  await look(page, 'the webhooks');
  await main(page)
    .getByRole('link', { name: /Warehouse/ })
    .click();
  await press(page, 'Remove…');
  await dialog(page).getByRole('button', { name: 'Remove Warehouse' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();

  await page.getByRole('link', { name: 'Kafka' }).click();
  await expect(page.getByRole('heading', { name: 'No Kafka here' })).toBeVisible();
  await look(page, 'no Kafka');
});
