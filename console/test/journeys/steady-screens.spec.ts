import type { IncidentList } from '@plimsoll/contracts/incidents/answers';
import { expect, test, type Page } from './support/journey.ts';

/** Names of the buttons in the window that an alert covers. */
const coveredButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const alerts = document.querySelector('[role=region][aria-label=Alerts]')!;
    return [...document.querySelectorAll<HTMLElement>('button, a[data-button]')].flatMap((button) => {
      if (alerts.contains(button) || !button.checkVisibility({ visibilityProperty: true })) return [];
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isCovered = [...alerts.children].some((alert) => {
        const over = alert.getBoundingClientRect();
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
      });
      return isCovered ? [button.getAttribute('aria-label') ?? button.textContent] : [];
    });
  });

test('an alert covers no button of an event’s page', async ({ open, as, word }) => {
  const tyler = await as('tyler');
  const { eventId } = await tyler.report('Near miss', { description: `Lid ajar ${word}` });
  const page = await open('tyler', `/events/${eventId}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('region', { name: 'Alerts' }).getByText(/link/)).toBeVisible();
  expect(await coveredButtons(page)).toEqual([]);
});

test('on a phone, tabs keep their width and scroll, and the current one is in sight', { tag: '@phone' }, async ({
  open,
  as,
  word,
}) => {
  const tyler = await as('tyler');
  const { eventId } = await tyler.report('Near miss', { description: `Pin bent ${word}` });
  const page = await open('tyler', `/events/${eventId}`);
  const tabs = page.getByRole('navigation', { name: 'Event', exact: true });
  await expect(tabs.getByRole('link', { name: /^Corrective actions \d/ })).toBeAttached();
  const cut = () =>
    tabs.evaluate((strip) =>
      [...strip.children].filter((tab) => tab.scrollWidth > tab.clientWidth + 1).map(({ textContent }) => textContent),
    );
  expect(await cut()).toEqual([]);
  const widths = () =>
    tabs.evaluate((strip) => [...strip.children].map((tab) => Math.round(tab.getBoundingClientRect().width)));
  const before = await widths();
  await tabs.getByRole('link', { name: /^Corrective actions/ }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText(/^Corrective actions/);
  expect(await widths()).toEqual(before);
  const { left, right } = await tabs.locator('[aria-current]').evaluate((tab) => tab.getBoundingClientRect().toJSON());
  expect([left >= 0, right <= 391]).toEqual([true, true]);
});

test('the navigation of the settings stays in sight while a page scrolls', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('admin', '/settings/personal');
  const navigation = page.getByRole('navigation', { name: 'Settings' });
  await expect(navigation).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.mouse.wheel(0, 1_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await expect(navigation.getByRole('link').first()).toBeInViewport();
});

test('numbers of events stay on one line, however many digits they have', async ({ open }) => {
  const page = await open('manager', '/dashboard');
  await page.route(/\/api\/reported-events\?/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as IncidentList;
    await route.fulfill({
      response,
      json: { ...list, items: list.items.map((item, place) => ({ ...item, number: 1_234_567 + place })) },
    });
  });
  await page.goto('/events/list/1');
  const numbers = page
    .getByRole('main')
    .locator('b')
    .filter({ hasText: /^12345\d\d$/ });
  await expect(numbers.first()).toBeVisible();
  expect(await numbers.count()).toBeGreaterThan(5);
  for (const number of await numbers.all()) {
    const [lines, isInside] = await number.evaluate((element) => {
      const cell = element.closest('td, a')!.getBoundingClientRect();
      return [element.getClientRects().length, element.getBoundingClientRect().right <= cell.right + 1] as const;
    });
    expect([lines, isInside]).toEqual([1, true]);
  }
});
