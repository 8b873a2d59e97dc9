import { answered, ask, rail, thumbBar } from './support/event-page.ts';
import { cutDates, movingParts, smallTargetsOfAThumb } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import type { ProductApi } from './support/product-api.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** An event that waits for somebody's review. */
async function toReview(tyler: ProductApi, word: string) {
  const event = await tyler.report('Near miss', { description: `Ladder slid on the wet slab ${word}. Nobody stood on it.`, immediateActions: 'Taped off the slab' });
  await tyler.command(event.eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  return event;
}

test('the way past the bar is seen as soon as it has the focus', async ({ open }) => {
  const page = await open('member', '/events/list/1');
  await title(page).waitFor();
  for (const scrolled of [0, 300]) {
    await page.evaluate((top) => window.scrollTo(0, top), scrolled);
    const skip = page.getByRole('link', { name: 'Skip to the page' });
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

test('whoever asked for reduced motion sees no transition, and charts as wide as their room after a resize', async ({ open }, { project }) => {
  const page = await open('manager', '/dashboard', { reducedMotion: 'reduce' });
  const drawings = page.locator('figure [role=img]');
  await expect(page.locator('figure svg').nth(4)).toBeVisible();
  expect(await movingParts(page)).toEqual([]);
  const drawn = () => drawings.evaluateAll((charts) => charts.map((chart) => chart.innerHTML.replace(/recharts[\w-]*|hatch\w+/g, '')));
  await page.setViewportSize(project.name === 'phone' ? { width: 740, height: 390 } : { width: 1100, height: 900 });
  await page.waitForTimeout(400);
  const resized = await drawn();
  await page.reload();
  await expect(page.locator('figure svg').nth(4)).toBeVisible();
  await expect.poll(drawn).toEqual(resized);
  await page.goto('/events/list/1');
  await title(page).waitFor();
  await page.getByRole('button', { name: /^You have|^Notifications/ }).click();
  expect(await movingParts(page)).toEqual([]);
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
    expect.soft(await smallTargetsOfAThumb(page), address).toEqual([]);
  };
  await look(await visit('/signin'), '/signin');
  const page = await open('mei', '/dashboard');
  await look(page, '/dashboard', () => page.locator('figure svg').nth(4).waitFor());
  await look(page, '/dashboard', () => page.getByRole('button', { name: 'Menu' }).click());
  await look(page, '/dashboard', () => page.getByRole('button', { name: /^(Set|Change) the limit…/ }).first().click());
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
  const page = await open('mei', '/dashboard', { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
  for (const address of ['/dashboard', '/events/list/1', `/events/${eventId}`, `/events/${eventId}/history`, `/events/${eventId}/edit`, `/events/add?formGuid=${(await forms.form('Injury')).formGuid}`, '/settings/organization/reporting']) {
    await page.goto(address);
    await title(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(await cutDates(page), address).toEqual([]);
  }
});

test('an event on a phone says what happened, then where it stands, then what is known', { tag: '@phone' }, async ({ open, as, word }) => {
  const { eventId } = await toReview(await as('tyler'), word);
  const page = await open('mei', `/events/${eventId}`);
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened).toBeInViewport({ ratio: 1 });
  const tops = await Promise.all([happened, rail(page), page.getByText('Reported by', { exact: true })].map(async (part) => (await part.boundingBox())!.y));
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  await page.goto(`/events/${eventId}/history`);
  await expect(page.getByText('asked Mei Tanaka for a review')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('reported the event')).toBeInViewport({ ratio: 1 });
});

test('on a phone the next step of whoever holds the event stays at the thumb, and is nobody else’s', { tag: '@phone' }, async ({ open, as, word }) => {
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
  await tyler.call(`/reported-events/${eventId}?organizationGuid=${tyler.organizationGuid}`, { method: 'DELETE', revision: (await tyler.event(eventId)).revision, body: {} }).catch(() => undefined);
  const page = await open('tyler', `/events/${eventId}`);
  await answered(page, /\/restore$/, () => page.getByRole('button', { name: `Restore event ${number}` }).first().click());
  const alert = page.getByRole('region', { name: 'Alerts' }).getByText(`Event ${number} was restored`);
  await expect(alert).toBeVisible();
  const [shown, heading, step] = await Promise.all([alert, title(page), thumbBar(page)].map(async (part) => (await part.boundingBox())!));
  expect(shown!.y, 'below the title').toBeGreaterThan(heading!.y + heading!.height);
  expect(shown!.y + shown!.height, 'above the next step').toBeLessThanOrEqual(step!.y);
});
