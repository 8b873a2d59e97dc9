import { randomUUID } from 'node:crypto';
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from '@playwright/test';
import { ReusedBrowsers, NOTHING_YET, signIn, type ReusedBrowser } from './reused-browsers.ts';
import { followWrites } from './own-writes.ts';
import { cardNumberIn } from './payment.ts';
import type { Who } from './people.ts';
import { ProductApi } from './product-api.ts';

export { expect };
export type { Page };

interface Journey {
  /**
   * Opens an address in a browser where the user is signed in. With options it is a new, cold browser; else one that an
   * earlier journey may have left, with its storage cleared.
   */
  open: (who: Who, address?: string, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * A browser without a session; with options a new, cold one. Without an address it shows an empty page of the
   * product, since a full page takes a quarter of a second.
   */
  visit: (address?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** A page of a browser that an earlier journey may have left, with a user's session or none. */
  takeBrowser: (who?: Who) => Promise<Page>;
  /** A word that is unique to this journey's events. */
  word: string;
  /** Errors that browsers reported. */
  errors: string[];
}

interface Worker {
  /** The API as a user; each signs in once per worker. */
  as: (who: Who) => Promise<ProductApi>;
  /** Browsers that later journeys of the same worker reuse. */
  browsers: ReusedBrowsers;
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const desktop: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
};

/** For `open` and `visit`: a browser with an empty cache, which is not reused. */
export const cold: BrowserContextOptions = {};

/** The accessibility check logs this for a frame in which scripts are disabled. */
const IN_SANDBOX = /^Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/;

/**
 * Reports requests that contain a card number, which only the payment provider may receive. Returns the function that
 * stops it.
 */
function watchRequests(context: BrowserContext, errors: string[]): () => void {
  const listen = (request: Request) => {
    const number = cardNumberIn(request);
    if (number !== null) errors.push(`${request.method()} ${request.url()}: a request with the card number ${number}`);
  };
  context.on('request', listen);
  return () => void context.off('request', listen);
}

/** Reports errors in a browser's console. */
function watch(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself logs every error response; the journeys check these elsewhere.
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource') &&
      !IN_SANDBOX.test(message.text())
    )
      errors.push(`${page.url()}: ${message.text()}`);
  });
}

export const test = base.extend<Journey, Worker>({
  as: [
    async ({ browserName: _ }, use) => {
      const signedIn = new Map<Who, Promise<ProductApi>>();
      await use((who) => {
        if (!signedIn.has(who)) signedIn.set(who, ProductApi.signIn(who));
        return signedIn.get(who)!;
      });
    },
    { scope: 'worker' },
  ],

  browsers: [async ({ browserName: _ }, use) => use(new ReusedBrowsers()), { scope: 'worker' }],

  errors: async ({ browserName: _ }, use) => {
    const errors: string[] = [];
    await use(errors);
    expect(errors, 'errors in the browser').toEqual([]);
  },

  takeBrowser: async ({ browser, browsers, viewport, errors }, use) => {
    const taken: { who: Who | undefined; browser: ReusedBrowser; stop: () => void }[] = [];
    const listen = (page: Page) => watch(page, errors);
    await use(async (who) => {
      const one = await browsers.take(who, () => browser.newContext());
      const endings = [watchRequests(one.context, errors), followWrites(one.context)];
      taken.push({ who, browser: one, stop: () => endings.forEach((end) => end()) });
      watch(one.page, errors);
      one.context.on('page', listen);
      return one.page;
    });
    await Promise.all(
      taken.map(async ({ who, browser: one, stop }) => {
        one.context.off('page', listen);
        stop();
        await browsers.putBack(who, one, viewport!);
      }),
    );
  },

  visit: async ({ browser, takeBrowser, errors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address = NOTHING_YET, options) => {
      if (!options) {
        const page = await takeBrowser();
        if (address !== NOTHING_YET) await page.goto(address);
        return page;
      }
      const context = await browser.newContext(options);
      contexts.push(context);
      context.on('page', (page) => watch(page, errors));
      watchRequests(context, errors);
      followWrites(context);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  open: async ({ visit, takeBrowser }, use) => {
    await use(async (who, address = '/dashboard', options) => {
      const page = options ? await visit(NOTHING_YET, options) : await takeBrowser(who);
      if (options) await signIn(page.context(), who);
      await page.goto(address);
      return page;
    });
  },

  word: async ({ browserName: _ }, use) => use(`W${randomUUID().replace(/\D/g, '').slice(0, 9)}`),
});

/** Ends the session of a page from outside, as an administrator or another tab would. */
export async function endSession(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-out', { headers: { origin: new URL(page.url()).origin } });
  expect(answer.status()).toBe(204);
}

/** Signs out through the menu of a phone, or the user's menu. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  const isPhone = await menu.isVisible();
  await (isPhone ? menu : page.getByRole('button', { name: /Your profile/ })).click();
  await page
    .getByRole('region', { name: isPhone ? 'Menu' : 'Your profile' })
    .getByRole('link', { name: 'Sign out' })
    .click();
}
