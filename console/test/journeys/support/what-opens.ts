import { expect, test, type Page } from '@playwright/test';
import { framesPass, inspect } from './inspect.ts';

/** Menus, panels and dialogs over a page. */
const OPENED = '[role=menu], [role=dialog], [aria-modal=true]';
/** How long something may take to open; what has not opened then only changed the page. */
const PATIENCE_MS = 3_000;

/** Names of the controls on a page that open something: they say so, or end with "…". */
const openersOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href]')].flatMap((control, place) => {
      control.dataset.opener = String(place);
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();
      const opens = control.matches('[aria-haspopup=menu], [aria-haspopup=dialog]') || name.endsWith('…');
      return opens && control.checkVisibility({ visibilityProperty: true }) ? [`${place} ${name}`] : [];
    }),
  );

/** Alike controls are opened once: of every event, of every file. */
const kindOf = (name: string): string =>
  name
    .replace(/\d+/g, '')
    .replace(/“.*”/, '')
    .replace(/ (for|of) .*/, '');

/** Inspects each menu and dialog that an address offers and no earlier one did. Returns how many there were. */
export async function inspectWhatOpens(page: Page, address: string, seen: Set<string>): Promise<number> {
  const open = async () => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await framesPass(page);
  };
  await open();
  let count = 0;
  for (let openers = await openersOf(page); ; openers = await openersOf(page)) {
    const next = openers.find((opener) => !seen.has(kindOf(opener.replace(/^\d+ /, ''))));
    if (next === undefined) return count;
    const [place, name] = [next.slice(0, next.indexOf(' ')), next.slice(next.indexOf(' ') + 1)];
    seen.add(kindOf(name));
    await test.step(`${address}: ${name}`, async () => {
      await page.locator(`[data-opener="${place}"]`).click();
      const opened = page.locator(OPENED).filter({ visible: true }).first();
      const isOpen = await opened.waitFor({ timeout: PATIENCE_MS }).then(
        () => true,
        () => false,
      );
      if (isOpen) {
        count += 1;
        await inspect(page, `${address}: ${name}`, { withBestPractices: true });
      }
    });
    await open();
  }
}
