import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { framesPass, violations } from '../journeys/support/inspect.ts';
import { storiesFolder, uiFolder } from './folders.ts';
import { serveStories } from './serve-stories.ts';

const DESKTOP = { width: 1280, height: 800 };
/** For stories with the tag `phone`. */
const PHONE = { width: 390, height: 844 };

interface IndexEntry {
  id: string;
  type: string;
  name: string;
  importPath: string;
  tags?: string[];
}

/** The part of Storybook's channel that the tests use. */
interface Channel {
  last(event: string): unknown[] | undefined;
  on(event: string, listener: (data: unknown) => void): void;
  emit(event: string, data: unknown): void;
}
interface StorybookWindow extends Window {
  __STORYBOOK_ADDONS_CHANNEL__?: Channel;
  /** How each story has ended that this page has shown. */
  storyEnds?: Record<string, string>;
}

interface Catalog {
  page: Page;
  origin: string;
  /** Requests to anywhere but the catalog. */
  strayRequests: string[];
}

/** One page per worker: a new browser context for each component would load and compile the catalog once more. */
const test = base.extend<object, { catalog: Catalog }>({
  catalog: [
    async ({ browser }, use) => {
      const { origin, stop } = await serveStories();
      const page = await browser.newPage({ reducedMotion: 'reduce', viewport: DESKTOP });
      const strayRequests: string[] = [];
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
          strayRequests.push(request.url());
      });
      await use({ page, origin, strayRequests });
      await page.close();
      stop();
    },
    { scope: 'worker' },
  ],
});

/** Waits until a story is rendered and its play function has ended. */
async function rendered(page: Page, id: string): Promise<void> {
  const ended = await page.waitForFunction((story) => {
    const storybook = window as StorybookWindow;
    const channel = storybook.__STORYBOOK_ADDONS_CHANNEL__;
    if (!channel) return undefined;
    if (!storybook.storyEnds) {
      const ends: Record<string, string> = (storybook.storyEnds = {});
      const finish = (end: unknown) => {
        const { storyId, status } = end as { storyId: string; status: string };
        ends[storyId] = status;
      };
      channel.on('storyFinished', finish);
      const before = channel.last('storyFinished');
      if (before) finish(before[0]);
    }
    const isBroken = document.body.matches('.sb-show-errordisplay, .sb-show-nopreview');
    return storybook.storyEnds[story] ?? (isBroken ? 'broken' : undefined);
  }, id);
  const message = await page.locator('.sb-errordisplay').innerText();
  expect(await ended.jsonValue(), message).toBe('success');
}

const emit = (page: Page, event: string, data: unknown) =>
  page.evaluate(([name, sent]) => (window as StorybookWindow).__STORYBOOK_ADDONS_CHANNEL__!.emit(name, sent), [
    event,
    data,
  ] as const);

/** Opens a story in light colours. */
async function load({ page, origin }: Catalog, id: string): Promise<void> {
  await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=theme:light`);
  await rendered(page, id);
}

/** Opens another story as the sidebar does, in light colours: it takes a quarter of the time that loading takes. */
async function goOn({ page }: Catalog, id: string): Promise<void> {
  await chooseTheme(page, 'light');
  await emit(page, 'setCurrentStory', { storyId: id, viewMode: 'story' });
  await rendered(page, id);
}

/** Chooses a colour scheme as the toolbar does. */
async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await emit(page, 'updateGlobals', { globals: { theme } });
  await expectTheme(page, theme);
}

const expectTheme = (page: Page, theme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);

/** Waits until nothing on the page moves: colours that change do so through a transition. */
async function atRest(page: Page): Promise<void> {
  await framesPass(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

const storiesOf = (file: string): IndexEntry[] => {
  const { entries } = JSON.parse(readFileSync(join(storiesFolder, 'index.json'), 'utf8')) as {
    entries: Record<string, IndexEntry>;
  };
  return Object.values(entries).filter(
    ({ type, importPath }) => type === 'story' && importPath === `./src/ui/${file.replaceAll('\\', '/')}`,
  );
};

for (const file of globSync('**/*.stories.tsx', { cwd: uiFolder }).sort())
  test(`${basename(file, '.stories.tsx')} is accessible in light and dark`, async ({ catalog }) => {
    const { page } = catalog;
    const stories = storiesOf(file);
    expect(stories).not.toEqual([]);
    for (const [place, { id, name, tags }] of stories.entries())
      await test.step(name, async () => {
        await page.setViewportSize(tags?.includes('phone') ? PHONE : DESKTOP);
        await (place === 0 ? load : goOn)(catalog, id);
        await expectTheme(page, 'light');
        await atRest(page);
        expect.soft(await violations(page, 'light'), `${name}, light`).toEqual([]);
        await chooseTheme(page, 'dark');
        await atRest(page);
        expect.soft(await violations(page, 'dark'), `${name}, dark`).toEqual([]);
      });
    expect(catalog.strayRequests).toEqual([]);
  });
