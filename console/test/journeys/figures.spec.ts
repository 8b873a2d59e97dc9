import { answered, bell, bellPanel, seenWithinASecond } from './support/event-page.ts';
import { cutCells } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { hasOwnDatabase, moveLimitSetting } from './support/passing-time.ts';
import { monthsAgo, type ProductApi } from './support/product-api.ts';

const rate = (page: Page) => page.getByRole('region', { name: /^Total recordable/ });
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

test('a month is entered from its notification, and bell and rates follow', { tag: '@desktop' }, async ({
  open,
  as,
}) => {
  const missing = (await (await as('manager')).notifications()).items.flatMap((item) =>
    item.type === 'MONTHLY_REPORTING' ? [item.month] : [],
  )[0];
  expect(
    missing,
    'a product of its own lacks one month; one that has run this journey before lacks none',
  ).toBeDefined();
  const name = months[Number(missing!.slice(5)) - 1]!;
  const page = await open('manager', '/dashboard');
  const hoursBefore = await rate(page)
    .getByRole('link', { name: /hours$/ })
    .textContent();
  await expect(rate(page)).toContainText(`Enter ${name}`);
  await bell(page).click();
  await bellPanel(page)
    .getByRole('link', { name: `Enter your ${name} reporting data` })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} ${missing!.slice(0, 4)} reporting data`);

  const employees = page.getByRole('region', { name: 'Employees' });
  const contractors = page.getByRole('region', { name: 'Contractors' });
  await employees.getByLabel('Hours worked').fill('1,4x');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('alert').getByRole('link').first().click();
  await expect(employees.getByLabel('Hours worked')).toBeFocused();
  for (const [group, hours, kms, heads] of [
    [employees, '180250.5', '310200', '1100'],
    [contractors, '52100', '90000', '320'],
  ] as const) {
    await group.getByLabel('Hours worked').fill(hours);
    await group.getByLabel('Distance driven').fill(kms);
    await group.getByLabel('Head count').fill(heads);
  }
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('232,350.5');
  const at = await answered(page, /\/reporting-metrics\//, () => page.getByRole('button', { name: /^Save/ }).click());
  await seenWithinASecond('the month', at, page.getByRole('heading', { level: 1, name: 'Reporting Metrics' }));
  await expect(page.getByRole('row', { name: new RegExp(`^${name} ${missing!.slice(0, 4)}`) })).toContainText(
    '232,350.5',
  );
  await bell(page).click();
  await expect(bellPanel(page)).toBeVisible();
  await expect(bellPanel(page).getByRole('link', { name: `Enter your ${name} reporting data` })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Plimsoll, home' }).click();
  await expect(rate(page)).not.toContainText(`Enter ${name}`);
  // The rounded rate may stay the same, since other journeys report meanwhile.
  await expect(rate(page).getByRole('link', { name: /hours$/ })).not.toHaveText(hoursBefore!);
});

test('the limit that an administrator sets is the load line of the chart', { tag: '@desktop' }, async ({
  open,
  as,
}) => {
  const year = new Date().getFullYear();
  const { trif } = await (await as('admin')).limits(year);
  const next = trif === 2.35 ? '2.45' : '2.35';
  const page = await open('admin', '/dashboard');
  const line = rate(page).locator('[data-part="load-line"]');
  await expect(line).toBeVisible();
  await rate(page)
    .getByRole('button', { name: /^(Set|Change) the limit…/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Set the limits of ${year}` });
  await dialog.getByLabel(/TRIF|Total recordable/).fill('-1');
  await dialog.getByRole('button', { name: `Set the limits of ${year}` }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await dialog.getByLabel(/TRIF|Total recordable/).fill(next);
  await expect(dialog.getByRole('status').first()).toContainText(
    new RegExp(`^TRIF: .+ keep the limit that was in force then. ${next} applies from`),
  );
  await dialog.getByLabel(/^Reason/).fill('The crews asked for it');
  const at = await answered(page, /\/load-lines\//, () =>
    dialog.getByRole('button', { name: `Set the limits of ${year}` }).click(),
  );
  await seenWithinASecond('the load line', at, line.getByText(next));
  await page.reload();
  await expect(line).toContainText(next);
  await expect(line.locator('[data-part="limit-step"]')).toHaveCount(1);
  await expect(rate(page)).toContainText(
    /Priya Raman changed the limit from \d\.\d\d to \d\.\d\d on .+: “The crews asked for it”/,
  );
});

test('changing a limit that is in force says which months keep theirs, and requires a reason', async ({ open, as }, {
  project,
}) => {
  const year = new Date().getFullYear();
  const admin = await as('admin');
  const { ltif } = await admin.limits(year);
  const page = await open('admin', '/dashboard');
  await rate(page)
    .getByRole('button', { name: /^(Set|Change) the limit…/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Set the limits of ${year}` });
  await dialog.getByLabel(/LTIF|Lost time/).fill(project.name === 'phone' ? '0.01' : '0.02');
  await expect(dialog.getByRole('status').filter({ hasText: 'LTIF' })).toContainText(
    /^LTIF: .+ keeps? the limit that was in force then/,
  );
  await dialog.getByRole('button', { name: `Set the limits of ${year}` }).click();
  await expect(dialog.getByRole('alert').getByRole('link', { name: 'Please enter a reason' })).toBeVisible();
  expect((await admin.limits(year)).ltif).toBe(ltif);
});

/** Lowers a limit of a year that no other journey inspects; another worker may do the same. */
async function lowerMvif(admin: ProductApi, year: number): Promise<void> {
  for (let limits = await admin.limits(year); limits.mvif !== 0.01; limits = await admin.limits(year)) {
    const { trif, ltif, mvif, revision } = limits;
    const body = { trif, ltif, mvif: mvif === null ? 0.02 : 0.01, reason: 'A year without a truck on its side' };
    await admin
      .call(`/orgs/${admin.organizationGuid}/load-lines/${year}`, { method: 'PUT', revision, body })
      .catch((error: Error) => {
        if (!/: 412 /.test(error.message)) throw error;
      });
  }
}

test('a provisional figure above the limit is marked as that; the chart’s note says who changed the limit, when, why and what it was', async ({
  open,
  as,
}) => {
  test.skip(!hasOwnDatabase, 'time passes in the database of the product itself');
  // Early enough that its twelve months begin before there were any figures.
  const month = monthsAgo(20);
  const admin = await as('admin');
  const year = Number(month.slice(0, 4));
  await lowerMvif(admin, year);
  const { revision } = await admin.limits(year);
  await moveLimitSetting(admin.organizationGuid, year, revision, `${month}-10T12:00:00.000Z`);
  const page = await open('member', `/dashboard?from=${month}&to=${month}`);
  const section = page.getByRole('region', { name: /^Motor vehicle/ });
  await expect(section).toContainText(`Provisionally above the limit in ${months[Number(month.slice(5)) - 1]}`);
  await expect(section).not.toContainText('Above the limit');
  await expect(section).toContainText(
    /Priya Raman changed the limit from \d\.\d\d to 0\.01 on \d+ \w+ \d{4}: “A year without a truck on its side”/,
  );
  await section.getByRole('button', { name: /^View as table/ }).click();
  await expect(section.getByRole('table').or(section.getByRole('list'))).toContainText('provisionally above');
});

test('the last twelve months are twelve', async ({ open }) => {
  const page = await open('mei', '/dashboard');
  await page.getByRole('button', { name: /^Jan \d{4}/ }).click();
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${monthsAgo(11)}`));
  const section = page.getByRole('region', { name: 'Incidents' });
  await section.getByRole('button', { name: /^View as table/ }).click();
  await expect(section.getByRole('link', { name: /^[\d,]+ in / })).toHaveCount(12);
});

test('a number opens exactly what it counts, for each viewer', async ({ open }) => {
  const page = await open('member', '/dashboard');
  const cases = rate(page).getByRole('link', { name: /^\d+ recordable cases$/ });
  const count = Number((await cases.textContent())!.split(' ')[0]);
  await cases.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${count} recordable cases`);
  const shown = Number(
    /of (\d+)/.exec((await page.getByRole('navigation', { name: 'Pages' }).textContent()) ?? '')![1],
  );
  await expect(page.getByText('more that you may not see.')).toHaveText(`${count - shown} more that you may not see.`);
  await expect(
    page
      .getByRole('list', { name: /^recordable cases/ })
      .getByRole('listitem')
      .or(page.getByRole('table').locator('tbody tr')),
  ).toHaveCount(shown);
  await page.goBack();
  const hours = rate(page).getByRole('link', { name: /hours$/ });
  const words = (await hours.textContent())!;
  await hours.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words);
  await page.goBack();
  const section = page.getByRole('region', { name: 'Incidents' });
  await section.getByRole('button', { name: /^View as table/ }).click();
  const month = section.getByRole('link', { name: /^\d+ in / }).first();
  const events = (await month.textContent())!;
  await month.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${events} lagging events?$`));
});

test('a figure of each kind opens what it counts: cases of persons and of vehicles, kilometres, leading events', async ({
  open,
}) => {
  const page = await open('mei', '/dashboard');
  const number = (words: string | null | undefined) => Number(words?.replaceAll(',', '') ?? 0);
  const rowsAndHidden = async () => {
    const main = (await page.getByRole('main').textContent())!;
    return (
      number(
        /of ([\d,]+)$/.exec(
          (await page
            .getByRole('navigation', { name: 'Pages' })
            .textContent({ timeout: 500 })
            .catch(() => '')) ?? '',
        )?.[1],
      ) + number(/([\d,]+) (?:more )?that you may not see/.exec(main)?.[1])
    );
  };
  for (const [figure, what] of [
    [/^Lost time/, 'lost-time cases?'],
    [/^Motor vehicle/, 'vehicle incidents?'],
  ] as const) {
    const link = page
      .getByRole('region', { name: figure })
      .getByRole('link', { name: new RegExp(`^[\\d,]+ ${what}$`) });
    const words = (await link.textContent())!;
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words);
    expect(await rowsAndHidden(), words).toBe(number(words.split(' ')[0]));
    await page.goBack();
  }
  const distance = page.getByRole('region', { name: /^Motor vehicle/ }).getByRole('link', { name: / km$/ });
  const kilometres = (await distance.textContent())!;
  await distance.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(kilometres);
  await page.goBack();
  const section = page.getByRole('region', { name: /^Proactive/ });
  await section.getByRole('button', { name: /^View as table/ }).click();
  const month = section.getByRole('link', { name: /^\d+ in / }).first();
  const events = (await month.textContent())!;
  await month.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${events} leading events?$`));
  expect(await rowsAndHidden()).toBe(number(events));
});

test('a point of a chart opens the cases of its twelve months', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('admin', '/dashboard');
  const point = rate(page).locator('[data-mark]').first();
  await expect(point).toBeVisible();
  await point.hover({ force: true });
  await expect(rate(page).getByText(/^Jan/).first()).toBeVisible();
  await point.click({ force: true });
  await expect(page).toHaveURL(/\/dashboard\/cases\/1\?metric=TRIF&from=\d{4}-\d\d&to=\d{4}-01$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ recordable cases?$/);
});

test('a chart can be shown as a table, with the same months', async ({ open }) => {
  const page = await open('member', '/dashboard');
  const section = page.getByRole('region', { name: 'Incidents' });
  await section.getByRole('button', { name: /^View as table/ }).click();
  await expect(section.getByRole('table').or(section.getByRole('list'))).toContainText('not ended');
  await expect(section.getByRole('button', { name: 'View as chart' })).toHaveAttribute('aria-pressed', 'true');
});

test('the figures of a table do not overlap at any width', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('admin', '/dashboard');
  for (const region of [rate(page), page.getByRole('region', { name: /^Lost time/ })])
    await region.getByRole('button', { name: /^View as table/ }).click();
  for (const width of [1440, 1261, 1260, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('table')).toHaveCount(2);
    expect(await cutCells(page), `at ${width} px`).toEqual([]);
  }
});

test('a range of months is in the address', { tag: '@desktop' }, async ({ open }) => {
  const [from, to] = [monthsAgo(9), monthsAgo(4)];
  const page = await open('manager', `/dashboard?from=${from}&to=${to}`);
  const section = page.getByRole('region', { name: 'Incidents' });
  await section.getByRole('button', { name: /^View as table/ }).click();
  await expect(section.getByRole('row')).toHaveCount(7);
  await section.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/cases/1\\?metric=LAGGING&from=${from}&to=${to}`));
});

test('a member gets neither the entry of hours nor the limits', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('member', '/dashboard');
  await expect(rate(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /the limit…/ })).toHaveCount(0);
  await page.getByRole('button', { name: /Your profile/ }).click();
  await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reporting Metrics' })).toHaveCount(0);
});
