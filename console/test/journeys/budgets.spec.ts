import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { desktop, expect, phone, test, type Page } from './support/journey.ts';
import { layoutShift } from './support/layout-shift.ts';
import type { ProductApi } from './support/product-api.ts';
import { slowLine } from './support/slow-line.ts';

/** The built console, as served. kB are 1000 bytes, after gzip. */
const dist = new URL('../../dist/', import.meta.url);
const features = new URL('../../src/features/', import.meta.url);
const built = (pattern: RegExp) => readdirSync(new URL('assets/', dist)).filter((name) => pattern.test(name));
const contents = (name: string) => readFileSync(new URL(`assets/${name}`, dist));
const kB = (names: Iterable<string>) =>
  [...names].reduce((bytes, name) => bytes + gzipSync(contents(name)).length, 0) / 1000;

const importing = /\b(?:import|export)\s*(?:[\w*$\s,{}]+from\s*)?["']\.\/([^"']+\.js)["']/g;
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported] of contents(name).toString().matchAll(importing)) withImports(imported!, seen);
  return seen;
}

const html = readFileSync(new URL('index.html', dist), 'utf8');
const entry = withImports(/type="module"[^>]* src="\/assets\/([^"]+\.js)"/.exec(html)![1]!);

/** The chunk of each screen, and the feature that it belongs to. */
const pagesOf = (feature: string) => new URL(`${feature}/pages/`, features);
const screens = readdirSync(features).flatMap((feature) =>
  (existsSync(pagesOf(feature)) ? readdirSync(pagesOf(feature)) : []).flatMap((file) => {
    const screen = /^(.+)\.route\.tsx$/.exec(file)?.[1];
    const chunk = screen && built(new RegExp(`^${screen}\\.route-.+\\.js$`))[0];
    return chunk ? [{ feature, screen, chunk }] : [];
  }),
);

/** Files that a screen loads and no other feature does. */
function ownOf(screen: string): Set<string> {
  const found = screens.find((each) => each.screen === screen)!;
  const others = new Set([...entry, ...built(/^Shell-.+\.js$/).flatMap((name) => [...withImports(name)])]);
  for (const { feature, chunk } of screens)
    if (feature !== found.feature) for (const name of withImports(chunk)) others.add(name);
  return new Set([...withImports(found.chunk)].filter((name) => !others.has(name)));
}

const budget = (what: string, size: number, limit: number) => {
  console.log(`    ${what}: ${size.toFixed(1)} of ${limit} kB`);
  expect(size, what).toBeLessThanOrEqual(limit);
  expect(size, `${what} was found`).toBeGreaterThan(0);
};

test('the first page of the console is small', { tag: '@desktop' }, () => {
  budget('entry with its static imports', kB(entry), 148);
  budget(
    'all styles, in one sheet',
    kB([...html.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, name]) => name!)),
    22,
  );
  budget('fonts', built(/\.woff2$/).reduce((bytes, name) => bytes + contents(name).length, 0) / 1000, 60);
});

test('no screen brings more than its share', { tag: '@desktop' }, () => {
  expect(screens.length).toBeGreaterThan(8);
  for (const screen of [
    'event-list',
    'event',
    'event-details',
    'event-attachments',
    'event-history',
    'dashboard',
    'monthly-metrics',
  ])
    budget(screen, kB(ownOf(screen)), 30);
  for (const form of ['report-event', 'edit-event']) budget(form, kB(ownOf(form)), 50);
  const charts = new Set(built(/^charts-.+\.js$/).flatMap((name) => [...withImports(name)]));
  for (const name of [...entry, ...withImports(screens.find(({ screen }) => screen === 'dashboard')!.chunk)])
    charts.delete(name);
  budget('charts', kB(charts), 170);
});

test('reporting on a phone loads no more than 260 kB of scripts', { tag: '@phone' }, async ({ open, as }) => {
  const page = await open('member', '/favicon.svg', phone);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(new URL(request.url()).pathname)?.[1];
    if (name) scripts.add(name);
  });
  await page.goto(`/events/add?formGuid=${(await (await as('member')).form('Injury')).formGuid}`);
  await expect(page.getByLabel('What happened?')).toBeVisible();
  await page.waitForLoadState('networkidle');
  budget('all scripts of the report page', kB(scripts), 260);
});

const openedCold: readonly {
  name: string;
  address: (api: ProductApi) => Promise<string>;
  ready: (page: Page) => Locator;
}[] = [
  {
    name: 'list',
    address: async () => '/events/list/1',
    ready: (page) => page.getByRole('main').getByRole('link', { name: /\w/ }).nth(3),
  },
  {
    name: 'event',
    address: async (api) => `/events/${(await api.events({})).items[0]!.eventId}`,
    ready: (page) => page.getByRole('region', { name: 'What happened' }),
  },
  {
    name: 'report',
    address: async (api) => `/events/add?formGuid=${(await api.form('Injury')).formGuid}`,
    ready: (page) => page.getByLabel('What happened?'),
  },
  {
    name: 'month',
    address: async () => `/settings/organization/reporting/${new Date().getFullYear()}-01`,
    ready: (page) => page.getByRole('textbox').first(),
  },
  { name: 'dashboard', address: async () => '/dashboard', ready: (page) => page.locator('figure svg').first() },
];

/** The font that the browser renders the title in. */
async function faceOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts.map(({ familyName }) => familyName).join(', ');
}

/** Maximum requests before the screen is ready: a browser has six connections, and a phone's network is slow. */
const MAX_REQUESTS = 20;

for (const { name, address, ready } of openedCold) {
  test(`a cold phone shows the ${name} after ${MAX_REQUESTS} requests at most, and asks nothing twice`, {
    tag: '@phone',
  }, async ({ open, as }) => {
    const page = await open('admin', '/favicon.svg', phone);
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(`${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search}`),
    );
    await page.goto(await address(await as('admin')));
    await expect(ready(page)).toBeVisible();
    // The font and the icon go last, and no screen waits for them.
    const before = requests.filter((line) => !/\.(woff2|svg)$/.test(line)).length;
    console.log(`    ${name}: ${before} of ${MAX_REQUESTS} requests`);
    expect(before, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
    await page.waitForLoadState('networkidle');
    // The organization's position is polled repeatedly.
    const questions = requests.filter((line) => line.includes('/api/') && !line.includes('/api/position'));
    expect(questions, 'asked twice').toEqual([...new Set(questions)]);
  });
}

test('words that are being read keep their face; the next screen has the one that came meanwhile', async ({ open }, {
  project,
}) => {
  const page = await open('jack', '/favicon.svg', project.name === 'phone' ? phone : desktop);
  const slow = await slowLine(page);
  await page.goto('/events/list/1');
  const event = page.getByRole('main').getByRole('link', { name: /\w/ }).nth(8);
  await expect(event).toBeVisible({ timeout: 15_000 });
  await slow.hasBroughtAll();
  expect(await faceOf(page), 'late for the first screen').not.toMatch(/Atkinson/);
  await expect
    .poll(() => page.evaluate(() => document.fonts.check("1em 'Atkinson Hyperlegible Next arrived'")), {
      timeout: 15_000,
    })
    .toBe(true);
  expect(await faceOf(page), 'nothing that is read changes').not.toMatch(/Atkinson/);
  await event.click();
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible({ timeout: 15_000 });
  expect(await faceOf(page)).toMatch(/Atkinson/);
});

/** The maximum layout shift while a page loads. Late content has its place reserved, or comes below what is there. */
const STILL = 0.01;

for (const line of ['quick', 'slow'] as const) {
  test(`nothing jumps while the dashboard, the list and an event load on a ${line} line`, async ({ open, as, word }, {
    project,
  }) => {
    const { eventId } = await (await as('jack')).report('Near miss', {
      description: `Crate tipped ${word}`,
      relatedPersons: [{ name: 'Ida Falk', role: 'Witness' }],
    });
    const page = await open('jack', '/favicon.svg', project.name === 'phone' ? phone : desktop);
    const slow = line === 'slow' ? await slowLine(page) : undefined;
    for (const [address, ready] of [
      ['/dashboard', page.locator('figure svg').nth(4)],
      ['/events/list/1', page.getByRole('main').getByRole('link', { name: /./ }).nth(8)],
      [`/events/${eventId}`, page.getByRole('region', { name: 'Other people' })],
    ] as const) {
      await page.goto(address);
      await expect(ready).toBeVisible({ timeout: 15_000 });
      await slow?.hasBroughtAll();
      await page.waitForLoadState('networkidle');
      const { shift, moved } = await layoutShift(page);
      console.log(`    ${address.replace(/[0-9a-f-]{36}/, '…')}: shift ${shift.toFixed(3)}`);
      expect.soft(shift, `${address}: ${moved.join('; ')}`).toBeLessThanOrEqual(STILL);
    }
    expect(slow?.heldBack(), 'what the slow line held back').toEqual(slow?.everything);
  });
}
