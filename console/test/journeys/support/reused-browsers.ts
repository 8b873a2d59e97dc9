import { expect, type APIResponse, type BrowserContext, type Page, type ViewportSize } from '@playwright/test';
import { password, people, productUrl, type Who } from './people.ts';

const { origin } = new URL(productUrl);

/** An address of the product whose page is a picture. */
export const NOTHING_YET = '/favicon.svg';

/**
 * A browser context with its page, which is reused: a new page is a process of its own, and takes three times as long
 * as a navigation.
 */
export interface ReusedBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Key of browsers without a session. */
const NOBODY = Symbol('nobody');

/**
 * Browsers that journeys leave to later ones, so that code is loaded and compiled only once, and users stay signed in.
 * Each has one user's session or none, and no other state of earlier journeys.
 */
export class ReusedBrowsers {
  readonly #idle = new Map<Who | typeof NOBODY, ReusedBrowser[]>();
  readonly #personOf = new Map<BrowserContext, string>();

  /** A browser with the user's session, or without any: a reused one, or a new one. */
  async take(who: Who | undefined, another: () => Promise<BrowserContext>): Promise<ReusedBrowser> {
    const idle = this.#idle.get(who ?? NOBODY) ?? [];
    for (let browser = idle.pop(); browser; browser = idle.pop()) {
      if (!who) return browser;
      // A page may have been closed while its token was being replaced, or another user may have signed in there.
      const answer = await browser.context.request.post('/api/auth/refresh', { headers: { origin } });
      if (answer.ok() && (await personIn(answer)) === this.#personOf.get(browser.context)) return browser;
      await browser.context.close();
    }
    const context = await another();
    if (who) this.#personOf.set(context, await personIn(await signIn(context, who)));
    const page = await context.newPage();
    page.addInitScript = page.clock.install = page.clock.setSystemTime = page.clock.setFixedTime = refuseForGood;
    await page.goto(NOTHING_YET);
    return { context, page };
  }

  /**
   * Puts a browser back for reuse, unless its user has signed out or its page is closed.
   * @param viewport of a new page.
   */
  async putBack(who: Who | undefined, browser: ReusedBrowser, viewport: ViewportSize): Promise<void> {
    const { context, page } = browser;
    const isTheirs = !who || (await context.cookies()).some(({ name }) => name.endsWith('plimsoll-refresh'));
    if (!isTheirs || page.isClosed()) return context.close();
    try {
      await Promise.all(context.pages().map((other) => other !== page && other.close()));
      await forget(page, viewport);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await context.clearPermissions();
      if (!who) await context.clearCookies();
    } catch {
      // A browser that cannot be cleared is not reused.
      return context.close();
    }
    this.#idle.set(who ?? NOBODY, [...(this.#idle.get(who ?? NOBODY) ?? []), browser]);
  }
}

/** Changes that cannot be reverted would affect later journeys. */
function refuseForGood(): never {
  throw new Error('This changes a page for good: open it in a browser that is not kept (`cold`)');
}

const LISTENED_TO = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;
const MAX_TO_LEAVE_MS = 5_000;

/** Leaves the address, and clears the journey's handlers and the stored data; the session's cookie stays. */
async function forget(page: Page, viewport: ViewportSize): Promise<void> {
  for (const event of LISTENED_TO) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page may ask before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(NOTHING_YET, { timeout: MAX_TO_LEAVE_MS });
  page.removeAllListeners('dialog');
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    forcedColors: 'none',
    contrast: 'no-preference',
  });
  await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  await page.evaluate(() => sessionStorage.clear());
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' });
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}

/** Signs a user in without a page. */
export async function signIn({ request }: BrowserContext, who: Who): Promise<APIResponse> {
  const answer = await request.post('/api/auth', { data: { identifier: people[who].email, password } });
  expect(answer.ok(), `${who} signs in`).toBe(true);
  return answer;
}

async function personIn(answer: APIResponse): Promise<string> {
  const { jwt } = (await answer.json()) as { jwt: string };
  return (JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;
}
