import { expect, type APIResponse, type BrowserContext, type Page } from '@playwright/test';
import { password, people, productUrl, type Who } from './people.ts';

const { origin } = new URL(productUrl);

/**
 * Browsers that journeys have left to those that follow: what was loaded and compiled once need not be again, and whoever is
 * signed in stays so. Each has one person's session, and nothing else of the journey before.
 */
export class KeptBrowsers {
  readonly #idle = new Map<Who, BrowserContext[]>();
  readonly #personOf = new Map<BrowserContext, string>();

  /** A browser in which the person is signed in: one that was kept, or a new one. */
  async take(who: Who, another: () => Promise<BrowserContext>): Promise<BrowserContext> {
    for (let kept = this.#idle.get(who)?.pop(); kept; kept = this.#idle.get(who)?.pop()) {
      // A page may have been closed while its token was being replaced, and another person may have signed in there.
      const answer = await kept.request.post('/api/auth/refresh', { headers: { origin } });
      if (answer.ok() && (await personIn(answer)) === this.#personOf.get(kept)) return kept;
      await kept.close();
    }
    const context = await another();
    const answer = await signIn(context, who);
    this.#personOf.set(context, await personIn(answer));
    return context;
  }

  /** Closes all pages and keeps the browser, unless its person has signed out. */
  async putBack(who: Who, context: BrowserContext): Promise<void> {
    if (!(await context.cookies()).some(({ name }) => name.endsWith('plimsoll-refresh'))) return context.close();
    await Promise.all(context.pages().map((page) => page.close()));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    this.#idle.set(who, [...(this.#idle.get(who) ?? []), context]);
  }
}

/** Signs a person in without a page. */
export async function signIn({ request }: BrowserContext, who: Who): Promise<APIResponse> {
  const answer = await request.post('/api/auth', { data: { identifier: people[who].email, password } });
  expect(answer.ok(), `${who} signs in`).toBe(true);
  return answer;
}

async function personIn(answer: APIResponse): Promise<string> {
  const { jwt } = (await answer.json()) as { jwt: string };
  return (JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;
}

/** Takes away all that the product keeps on the device; the session's cookie stays. */
export async function emptied(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' });
  await devtools.detach();
}
