import { answered, ask, rail, thumbBar } from './support/event-page.ts';
import { alikeElsewhere, cutDates, inspect, movingParts, smallTargets, sticksOut } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { password, people } from './support/people.ts';
import type { ProductApi } from './support/product-api.ts';
import { onADesktop } from './support/screens.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** An event that waits for a review. */
async function toReview(tyler: ProductApi, word: string) {
  const event = await tyler.report('Near miss', {
    description: `Ladder slid on the wet slab ${word}. Nobody stood on it.`,
    immediateActions: 'Taped off the slab',
  });
  await tyler.command(event.eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  return event;
}

test('the way past the bar is seen as soon as it has the focus', async ({ open }) => {
  const page = await open('member', '/events/list/1');
  await title(page).waitFor();
  for (const scrolled of [0, 300]) {
    await page.evaluate((top) => window.scrollTo(0, top), scrolled);
    const skip = page.getByRole('link', { name: 'Skip to main content' });
    await skip.focus();
    await expect(skip).toBeInViewport({ ratio: 1 });
    const isOnTop = await skip.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === link;
    });
    expect(isOnTop, `lies over everything, scrolled to ${scrolled}`).toBe(true);
    await skip.blur();
  }
});

test('in forced colours what is chosen differs from what is not', onADesktop, async ({ open, as, word }) => {
  const { eventId } = await toReview(await as('tyler'), word);
  const page = await open('mei', `/events/${eventId}`, { forcedColors: 'active' });
  const lineBelow = (name: RegExp) =>
    page
      .getByRole('navigation', { name: 'Event' })
      .getByRole('link', { name })
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  await title(page).waitFor();
  expect(await lineBelow(/^Details/), 'the open tab has a line, the other one has none').not.toBe(
    await lineBelow(/^History/),
  );

  const dialog = await ask(page, /^Review event/);
  const radio = dialog.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: '4 Major' });
  const inside = () =>
    radio.evaluate((input) => getComputedStyle(input.nextElementSibling!, '::after').backgroundColor);
  const around = () => radio.evaluate((input) => getComputedStyle(input.nextElementSibling!).backgroundColor);
  await radio.check();
  expect(await inside(), 'the dot of a chosen radio is seen').not.toBe(await around());

  await page.goto('/events/list/1');
  const filters = page.getByRole('button', { name: 'Filters' });
  await title(page).waitFor();
  if (await filters.isVisible()) await filters.click();
  const toggle = page
    .getByRole('switch')
    .filter({ visible: true })
    .or(page.getByRole('dialog').getByRole('switch'))
    .first();
  const track = () => toggle.evaluate((input) => getComputedStyle(input.nextElementSibling!).backgroundColor);
  const thumb = () =>
    toggle.evaluate((input) => getComputedStyle(input.nextElementSibling!, '::after').backgroundColor);
  expect(await thumb(), 'the thumb of a switch is seen').not.toBe(await track());
  const off = await track();
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect.poll(track, 'a switch that is on is filled').not.toBe(off);
  expect(await thumb()).not.toBe(await track());
});

test(
  'with reduced motion there is no transition, and charts fill their width after a resize',
  onADesktop,
  async ({ open }, { project }) => {
    const page = await open('manager', '/dashboard', { reducedMotion: 'reduce' });
    await expect(page.locator('figure svg').nth(4)).toBeVisible();
    expect(await movingParts(page)).toEqual([]);
    const drawnIn = (where: Page) =>
      where.locator('figure [role=img]').evaluateAll((charts) =>
        charts.map((chart) =>
          [...chart.querySelectorAll('svg, line')].map((part) =>
            [...part.attributes]
              .filter(({ name }) => /^(width|viewBox|x1|x2)$/.test(name))
              .map(({ value }) => value)
              .join(' '),
          ),
        ),
      );
    const room = project.name === 'phone' ? { width: 740, height: 390 } : { width: 1100, height: 900 };
    const begunThere = await page.context().newPage();
    await begunThere.setViewportSize(room);
    await begunThere.goto('/dashboard');
    await expect(begunThere.locator('figure svg').nth(4)).toBeVisible();
    await page.bringToFront();
    await page.setViewportSize(room);
    await expect(async () => expect(await drawnIn(page)).toEqual(await drawnIn(begunThere))).toPass({
      timeout: 10_000,
    });
    await begunThere.close();
    await page.goto('/events/list/1');
    await title(page).waitFor();
    await page.getByRole('button', { name: /^You have|^Notifications/ }).click();
    expect(await movingParts(page)).toEqual([]);
  },
);

test(
  'print is on white also in dark mode, and nothing on it is as pale as on the screen',
  onADesktop,
  async ({ open, as, word }) => {
    const { eventId } = await toReview(await as('tyler'), word);
    const page = await open('mei', '/dashboard');
    const printed = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme, media: 'print' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      return page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return [
          'page',
          'text',
          'muted',
          'on-accent',
          'danger',
          'success',
          'st-waiting-fg',
          'rk-high-bg',
          'c1',
          'band',
          'grid',
          'load',
          'over',
        ].map((token) => `${token}: ${style.getPropertyValue(`--${token}`)}`);
      });
    };
    for (const [address, ready] of [
      ['/dashboard', page.locator('figure svg').nth(4)],
      [`/events/${eventId}`, page.getByRole('region', { name: 'What happened' })],
    ] as const) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(address);
      await expect(ready).toBeVisible();
      expect(await printed('dark'), address).toEqual(await printed('light'));
      await inspect(page, `${address}, printed`);
    }
  },
);

test('what reads alike does the same: links and buttons say what they belong to', async ({ open, as, word }) => {
  const { eventId } = await toReview(await as('tyler'), word);
  const page = await open('mei', '/dashboard');
  await expect(page.locator('figure svg').nth(4)).toBeVisible();
  await expect(page.getByRole('button', { name: /^View as table ?: / })).toHaveCount(5);
  for (const address of [
    '/dashboard',
    `/events/${eventId}`,
    `/events/${eventId}/history`,
    '/settings/organization/reporting',
    '/events/add',
  ]) {
    await page.goto(address);
    await title(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(await alikeElsewhere(page), address).toEqual([]);
  }
});

test('on a phone every target is 44 px', { tag: '@phone' }, async ({ open, visit, as, word }) => {
  const tyler = await as('tyler');
  const { eventId } = await toReview(tyler, word);
  const forms = await as('mei');
  const look = async (page: Page, address: string, then?: () => Promise<unknown>) => {
    await page.goto(address);
    await title(page).waitFor();
    await page.waitForLoadState('networkidle');
    await then?.();
    expect.soft(await smallTargets(page, 44), address).toEqual([]);
  };
  await look(await visit('/signin'), '/signin');
  const page = await open('mei', '/dashboard');
  await look(page, '/dashboard', () => page.locator('figure svg').nth(4).waitFor());
  await look(page, '/dashboard', () => page.getByRole('button', { name: 'Menu' }).click());
  await look(page, '/dashboard', () =>
    page
      .getByRole('button', { name: /^(Set|Change) the limit…/ })
      .first()
      .click(),
  );
  await look(page, '/dashboard', () =>
    page
      .getByRole('region', { name: 'Incidents' })
      .getByRole('button', { name: /^View as table/ })
      .click(),
  );
  await look(page, '/dashboard/months?of=hours', () =>
    page.getByRole('main').getByRole('list').getByRole('link').first().waitFor(),
  );
  await look(page, '/dashboard/cases/1?metric=TRIF', () =>
    page.getByRole('main').getByRole('list').getByRole('link').first().waitFor(),
  );
  await look(page, '/events/list/1');
  await look(page, '/events/list/1', () => page.getByRole('button', { name: 'Filters' }).click());
  await look(page, `/events/${eventId}`);
  await look(page, `/events/${eventId}/history`);
  await look(page, `/events/${eventId}`, async () => {
    const dialog = await ask(page, /^Review event/);
    await dialog.getByRole('button', { name: /^Review event/ }).click();
  });
  await look(page, `/events/${eventId}/edit`);
  await look(page, `/events/add?formGuid=${(await forms.form('Injury')).formGuid}`, async () => {
    await page.getByRole('button', { name: 'Report an injury…' }).click();
    await page.getByRole('alert').waitFor();
  });
  await look(page, '/settings/organization/reporting');
});

test('at 320 px no date is cut', { tag: '@phone' }, async ({ open, as, word }) => {
  const { eventId } = await toReview(await as('tyler'), word);
  const forms = await as('mei');
  const page = await open('mei', '/dashboard', {
    viewport: { width: 320, height: 640 },
    isMobile: true,
    hasTouch: true,
  });
  for (const address of [
    '/dashboard',
    '/events/list/1',
    `/events/${eventId}`,
    `/events/${eventId}/history`,
    `/events/${eventId}/edit`,
    `/events/add?formGuid=${(await forms.form('Injury')).formGuid}`,
    '/settings/organization/reporting',
  ]) {
    await page.goto(address);
    await title(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(await cutDates(page), address).toEqual([]);
  }
});

test('type of twice the size, as set in the browser, is twice the size and fits', async ({ playwright, as, word }, {
  project,
}) => {
  const { eventId } = await toReview(await as('tyler'), word);
  const { launchOptions, baseURL, viewport } = project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  });
  try {
    const page = await browser.newPage({ baseURL, viewport });
    await page.request.post('/api/auth', { data: { identifier: people.mei.email, password } });
    for (const address of [
      '/events/list/1',
      `/events/${eventId}`,
      `/events/${eventId}/history`,
      '/dashboard',
      '/settings/organization/reporting',
    ]) {
      await page.goto(address);
      await title(page).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize)), address).toBe(32);
      expect(await title(page).evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize)), address).toBe(52);
      expect.soft(await sticksOut(page), address).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

test('an event on a phone shows what happened, then its progress, then its details', { tag: '@phone' }, async ({
  open,
  as,
  word,
}) => {
  const { eventId } = await toReview(await as('tyler'), word);
  const page = await open('mei', `/events/${eventId}`);
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened).toBeInViewport({ ratio: 1 });
  const tops = await Promise.all(
    [happened, rail(page), page.getByText('Reported by', { exact: true })].map(
      async (part) => (await part.boundingBox())!.y,
    ),
  );
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  await page.goto(`/events/${eventId}/history`);
  await expect(page.getByText('asked Mei Tanaka for a review')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('reported the event')).toBeInViewport({ ratio: 1 });
});

test('on a phone the next step is in the thumb bar for the holder of the event only', {
  tag: '@phone',
}, async ({ open, as, word }) => {
  const { eventId, number } = await toReview(await as('tyler'), word);
  const page = await open('mei', `/events/${eventId}`);
  const step = thumbBar(page).getByRole('button', { name: `Review event ${number}…` });
  for (const top of [0, 10_000]) {
    await page.evaluate((to) => window.scrollTo(0, to), top);
    await expect(step).toBeInViewport({ ratio: 1 });
    expect((await step.boundingBox())!.y).toBeGreaterThan(844 * 0.8);
  }
  await expect(page.getByRole('button', { name: `Review event ${number}…` })).toHaveCount(1);
  const dialog = await ask(page, /^Review event/);
  await dialog.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: '2 Moderate' }).check();
  await dialog.getByRole('radiogroup', { name: 'Likelihood' }).getByRole('radio', { name: '2 Unlikely' }).check();
  await answered(page, /\/review$/, () => dialog.getByRole('button', { name: /^Review event/ }).click());
  await expect(step).toHaveCount(0);
  const other = await open('admin', `/events/${eventId}`);
  await expect(rail(other)).toBeVisible();
  await expect(thumbBar(other)).toHaveCount(0);
});

test('an alert leaves the title of the page in sight', { tag: '@phone' }, async ({ open, as, word }) => {
  const tyler = await as('tyler');
  const { eventId, number } = await tyler.report('Near miss', { description: `Plank fell ${word}` });
  await tyler.call(`/reported-events/${eventId}?organizationGuid=${tyler.organizationGuid}`, {
    method: 'DELETE',
    revision: (await tyler.event(eventId)).revision,
    body: {},
  });
  const page = await open('tyler', `/events/${eventId}`);
  await answered(page, /\/restore$/, () =>
    page
      .getByRole('button', { name: `Restore event ${number}` })
      .first()
      .click(),
  );
  const alert = page.getByRole('region', { name: 'Alerts' }).getByText(`Event ${number} was restored`);
  await expect(alert).toBeVisible();
  const [shown, heading, step] = await Promise.all(
    [alert, title(page), thumbBar(page)].map(async (part) => (await part.boundingBox())!),
  );
  expect(shown!.y, 'below the title').toBeGreaterThan(heading!.y + heading!.height);
  expect(shown!.y + shown!.height, 'above the next step').toBeLessThanOrEqual(step!.y);
});
