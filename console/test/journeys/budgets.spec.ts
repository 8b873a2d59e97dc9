import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { desktop, expect, phone, test, type Page } from './support/journey.ts';

/** The built console, as it is served. kB are 1000 bytes, after gzip. */
const dist = new URL('../../dist/', import.meta.url);
const features = new URL('../../src/features/', import.meta.url);
const built = (pattern: RegExp) => readdirSync(new URL('assets/', dist)).filter((name) => pattern.test(name));
const contents = (name: string) => readFileSync(new URL(`assets/${name}`, dist));
const kB = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + gzipSync(contents(name)).length, 0) / 1000;

const importing = /\b(?:import|export)\s*(?:[\w*$\s,{}]+from\s*)?["']\.\/([^"']+\.js)["']/g;
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported] of contents(name).toString().matchAll(importing)) withImports(imported!, seen);
  return seen;
}

const html = readFileSync(new URL('index.html', dist), 'utf8');
const entry = withImports(/src="\/assets\/([^"]+\.js)"/.exec(html)![1]!);

/** The chunk of each screen, and the part of the console that it belongs to. */
const screens = readdirSync(features).flatMap((feature) =>
  readdirSync(new URL(`${feature}/`, features)).flatMap((file) => {
    const screen = /^(.+)\.route\.tsx$/.exec(file)?.[1];
    const chunk = screen && built(new RegExp(`^${screen}\\.route-.+\\.js$`))[0];
    return chunk ? [{ feature, screen, chunk }] : [];
  }),
);

/** What a screen loads that no other part of the console loads. */
function ownOf(screen: string): Set<string> {
  const found = screens.find((each) => each.screen === screen)!;
  const others = new Set([...entry, ...built(/^Shell-.+\.js$/).flatMap((name) => [...withImports(name)])]);
  for (const { feature, chunk } of screens) if (feature !== found.feature) for (const name of withImports(chunk)) others.add(name);
  return new Set([...withImports(found.chunk)].filter((name) => !others.has(name)));
}

const budget = (what: string, size: number, limit: number) => {
  console.log(`    ${what}: ${size.toFixed(1)} of ${limit} kB`);
  expect(size, what).toBeLessThanOrEqual(limit);
  expect(size, `${what} was found`).toBeGreaterThan(0);
};

test('the first page of the console is small', { tag: '@desktop' }, () => {
  budget('entry with its static imports', kB(entry), 215);
  budget('style of the entry', kB([...html.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, name]) => name!)), 20);
  budget('fonts', built(/\.woff2$/).reduce((bytes, name) => bytes + contents(name).length, 0) / 1000, 60);
});

test('no screen brings more than its share', { tag: '@desktop' }, () => {
  expect(screens.length).toBeGreaterThan(8);
  for (const screen of ['event-list', 'event', 'event-details', 'event-history', 'dashboard', 'monthly-metrics']) budget(screen, kB(ownOf(screen)), 30);
  for (const form of ['report-event', 'edit-event']) budget(form, kB(ownOf(form)), 50);
  const charts = new Set(built(/^(RateChart|EventBars)-.+\.js$/).flatMap((name) => [...withImports(name)]));
  for (const name of [...entry, ...withImports(screens.find(({ screen }) => screen === 'dashboard')!.chunk)]) charts.delete(name);
  budget('charts', kB(charts), 130);
});

test('whoever reports on a phone loads no more than 260 kB of scripts', { tag: '@phone' }, async ({ open, as }) => {
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

/** How much has moved without anybody having asked for it: the worst window of five seconds, as browsers count it. */
const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ shift: number; moved: string[] }>((done) => {
        let [worst, window, first, last] = [0, 0, 0, 0];
        const moved: string[] = [];
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: { node?: Element | null }[] };
        const observer = new PerformanceObserver((list) => {
          for (const each of list.getEntries() as Shift[]) {
            if (each.hadRecentInput) continue;
            if (window === 0 || each.startTime - last > 1000 || each.startTime - first > 5000) [window, first] = [0, each.startTime];
            window += each.value;
            last = each.startTime;
            worst = Math.max(worst, window);
            moved.push(`${each.value.toFixed(3)} ${(each.sources ?? []).map(({ node }) => `${node?.nodeName}.${(node as Element | undefined)?.className ?? ''}`).join(', ')}`);
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done({ shift: worst, moved })));
      }),
  );

test('nothing jumps while the dashboard, the list and an event load', async ({ open, as, word }, { project }) => {
  const { eventId } = await (await as('jack')).report('Near miss', { description: `Crate tipped ${word}` });
  const page = await open('jack', '/favicon.svg', project.name === 'phone' ? phone : desktop);
  for (const [address, ready] of [
    ['/dashboard', page.locator('figure svg').nth(4)],
    ['/events/list/1', page.getByRole('main').getByRole('link', { name: /./ }).nth(8)],
    [`/events/${eventId}`, page.getByRole('region', { name: 'What happened' })],
  ] as const) {
    let found = { shift: Infinity, moved: [] as string[] };
    // What jumps by itself jumps every time; a machine that is busy elsewhere may hold back a file or an answer once.
    for (let look = 0; look < 3 && found.shift > 0.05; look++) {
      await page.goto('/favicon.svg');
      await page.goto(address);
      await expect(ready).toBeVisible();
      await page.waitForLoadState('networkidle');
      found = await shift(page);
    }
    const { shift: moved, moved: what } = found;
    console.log(`    ${address.replace(/[0-9a-f-]{36}/, '…')}: shift ${moved.toFixed(3)}`);
    expect.soft(moved, `${address}: ${what.join('; ')}`).toBeLessThanOrEqual(0.05);
  }
});
