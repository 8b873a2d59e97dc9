import { expect, test, type CDPSession, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import axe from 'axe-core/axe.min.js';
import { isLong } from './screens.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules about colours: only they can differ between light and dark. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** Kept for as long as the page: closing a session would also end the page's virtual authenticator. */
const devtoolsOf = new WeakMap<Page, CDPSession>();

interface Inspection {
  /** Also by axe's best practices for a whole page, such as its landmarks. */
  withBestPractices?: boolean;
}

/** Every violation of WCAG up to 2.2 AA, one per line. None is allowed. */
export async function violations(
  page: Page,
  scheme: 'light' | 'dark',
  { withBestPractices = false }: Inspection = {},
): Promise<string[]> {
  // Injected once per page, and directly, since Playwright's own evaluation takes twice as long.
  if (!(await page.evaluate(() => 'axe' in window))) {
    const devtools = devtoolsOf.get(page) ?? (await page.context().newCDPSession(page));
    devtoolsOf.set(page, devtools);
    await devtools.send('Runtime.evaluate', { expression: `${axe.source};0` });
  }
  // Passes are not reported, since describing them takes longer than finding them.
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    runOnly:
      scheme === 'light'
        ? { type: 'tag', values: [...wcag, ...(withBestPractices ? ['best-practice'] : [])] }
        : { type: 'rule', values: ofColour },
    // Still experimental in axe: words that people see belong to the name by which they are spoken to (WCAG 2.5.3).
    ...(scheme === 'light' && withBestPractices && { rules: { 'label-content-name-mismatch': { enabled: true } } }),
  };
  const { violations: found } = await page.evaluate<AxeResults, RunOptions>(
    (how) => (window as unknown as { axe: typeof axe }).axe.run(document, how),
    options,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${help}: ${target.join(' ')} ${(failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 200)}`,
    ),
  );
}

/**
 * Controls that are smaller than a size in pixels. Links and buttons within a sentence are as high as their line (axe
 * checks the space around them), and a row that is a link is as large as the row.
 */
export const smallTargets = (page: Page, least: 24 | 44): Promise<string[]> =>
  page.evaluate((size) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, select, textarea, summary, input:not([type=hidden]), a[href]',
    );
    return [...controls].flatMap((control) => {
      const target = control.matches('input') ? (control.closest('label') ?? control) : control;
      const { width, height, bottom } = target.getBoundingClientRect();
      const isShown =
        width > 1 &&
        height > 1 &&
        bottom > 0 &&
        target.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isWord =
        control.matches('a, button') &&
        /^inline(-block)?$/.test(getComputedStyle(control).display) &&
        !!control.closest('p');
      const coversRow = getComputedStyle(control, '::after').position === 'absolute';
      if (!isShown || isWord || coversRow || (width >= size - 0.5 && height >= size - 0.5)) return [];
      return [
        `${control.tagName.toLowerCase()} “${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)}”: ${Math.round(width)} × ${Math.round(height)}`,
      ];
    });
  }, least);

/** Waits until changes are drawn. */
export const framesPass = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Colours are the same on both screens: in the short form dark mode is checked on the desktop only. */
const schemesOn = (screen: string): readonly ('light' | 'dark')[] =>
  screen === 'phone' && !isLong ? ['light'] : ['light', 'dark'];

/** Inspects the page's current state, in light and dark. */
export async function inspect(page: Page, name: string, how: Inspection = {}): Promise<void> {
  // A page that is still loading has no title, and would pass every check.
  await expect(page.getByRole('heading').first(), name).toBeVisible();
  for (const scheme of schemesOn(test.info().project.name)) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await framesPass(page);
    // Colour changes run through a transition, however short.
    await page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    });
    expect.soft(await violations(page, scheme, how), `${name}, ${scheme}`).toEqual([]);
  }
  expect.soft(await smallTargets(page, 24), `targets of ${name}`).toEqual([]);
}

/** Content that overflows a window of 320 px, except inside scroll containers. */
export async function reflows(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  // Layouts that depend on the width, such as tables, change with the next frame.
  await framesPass(page);
  const out = await page.evaluate(() => {
    const scroller = document.scrollingElement!;
    if (scroller.scrollWidth <= 320) return [];
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.getBoundingClientRect().right > 321 && element.checkVisibility(),
    );
    return [
      `${scroller.scrollWidth} px`,
      ...wide
        .slice(-3)
        .map(
          (element) =>
            `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').slice(0, 40)}”`,
        ),
    ];
  });
  expect.soft(out, `${name} at 320 px`).toEqual([]);
  await page.setViewportSize({ width, height });
  // A click on an element that is being replaced would be lost.
  await framesPass(page);
}

/** Buttons with the same name as another one, and links with the same name as one to another address. */
export const alikeElsewhere = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const known = new Map<string, string>();
    return [...document.querySelectorAll<HTMLElement>('button, a[href]')].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();
      const leads = control.getAttribute('href') ?? 'does something';
      const before = known.get(name);
      known.set(name, leads);
      return before !== undefined && (leads === 'does something' || before !== leads)
        ? [`“${name}” ${before}, ${leads}`]
        : [];
    });
  });

/** Elements that are animated or would be when they change. */
export const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, transitionProperty, animationName } = getComputedStyle(element, part);
        const isStill =
          (transitionProperty === 'none' || /^0s(, 0s)*$/.test(transitionDuration)) && animationName === 'none';
        return isStill ? [] : [`${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}${part ?? ''}`];
      }),
    ),
  );

/** The content that overflows the page's width. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement!;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && element.checkVisibility(),
    );
    return [
      `${scrollWidth} px`,
      ...wide
        .slice(-3)
        .map((element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').slice(0, 40)}”`),
    ];
  });

/** Dates and times that do not fit: fields narrower than their value, text that is clipped or outside of the window. */
export const cutDates = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement>('input:is([type=date], [type=time], [type=month])'),
    ].flatMap((field) => {
      const free = field.cloneNode() as HTMLInputElement;
      free.style.cssText = 'position: absolute; width: max-content';
      field.after(free);
      const [has, needs] = [field.getBoundingClientRect().width, free.getBoundingClientRect().width];
      free.remove();
      return has > 1 && has < needs - 1
        ? [`${field.labels?.[0]?.textContent ?? field.type}: ${Math.round(has)} of ${Math.round(needs)} px`]
        : [];
    });
    const aDate = /\d{1,2} [A-Z][a-z]{2}|\b20\d\d\b|\d:\d\d/;
    const words = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      if (
        ![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && aDate.test(node.nodeValue!)) ||
        !element.checkVisibility() ||
        element.clientWidth === 1
      )
        return [];
      const isClipped =
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible' &&
        getComputedStyle(element).display !== 'inline';
      return isClipped || element.getBoundingClientRect().right > innerWidth + 1
        ? [element.textContent.slice(0, 60)]
        : [];
    });
    return [...fields, ...words];
  });

/** Table cells whose text overflows into the next cell. */
export const cutCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('th, td')].flatMap((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      const [has, needs] = [cell.getBoundingClientRect(), words.getBoundingClientRect()];
      const isOut = needs.width > 0 && (needs.left < has.left - 1 || needs.right > has.right + 1);
      return isOut ? [`“${cell.textContent}”: ${Math.round(needs.width)} of ${Math.round(has.width)} px`] : [];
    }),
  );

/** Inspects an intermediate state; on a phone also its target sizes, and its layout at 320 px. */
export async function look(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await inspect(page, name);
  if (test.info().project.name !== 'phone') return;
  expect.soft(await smallTargets(page, 44), `targets of ${name}`).toEqual([]);
  await reflows(page, name);
}
