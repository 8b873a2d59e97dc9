import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has, to detect a loop. */
const MAX_STOPS = 150;

/** Problems of the focused element: there is none, it is out of sight, covered, or has no focus mark. */
const errorsOfStop = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return ['nothing has the focus'];
    // Radios, checkboxes and switches are drawn by their label.
    const seen = element.matches('input[type=radio], input[type=checkbox]')
      ? (element.closest('label') ?? element)
      : element;
    const { left, top, right, bottom } = seen.getBoundingClientRect();
    const [from, to, above, below] = [
      Math.max(left, 0),
      Math.min(right, innerWidth),
      Math.max(top, 0),
      Math.min(bottom, innerHeight),
    ];
    const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent).trim().slice(0, 40)}”`;
    if (to - from < 2 || below - above < 2) return [`${name} is out of sight`];
    const at = document.elementFromPoint((from + to) / 2, (above + below) / 2);
    const isCovered = !at || !(seen.contains(at) || at.contains(seen));
    const isMarked = (part: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part, pseudo);
      return (
        outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/^(transparent|rgba\(.*, 0\))$/.test(outlineColor)
      );
    };
    const hasMark =
      [seen, ...seen.querySelectorAll('*')].some((part) => isMarked(part)) ||
      isMarked(element) ||
      isMarked(element, '::after');
    return [
      ...(isCovered ? [`${name} lies under ${at?.tagName.toLowerCase()}.${at?.getAttribute('class') ?? ''}`] : []),
      ...(hasMark ? [] : [`${name} shows no focus`]),
    ];
  });

const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).count()) > 0;

/** Presses a key that moves the focus, and checks that the focused element is visible and marked. */
async function step(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  // Alerts over it move away in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await errorsOfStop(page), `after ${key}`).toEqual([]);
}

/** The shorter direction from the focused element to a target. */
const wayTo = (target: Locator): Promise<'Tab' | 'Shift+Tab'> =>
  target
    .first()
    .evaluate((element) =>
      document.activeElement!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab',
    );

/** Presses Tab or Shift+Tab, or the given key, until an element has the focus. */
export async function tabTo(target: Locator, given?: 'ArrowDown'): Promise<void> {
  await target.first().waitFor();
  const key = given ?? (await wayTo(target));
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await step(target.page(), key);
  }
  throw new Error(`${key} never comes to ${String(target)}`);
}

/** Tabs to a link or a button and presses Enter. */
export async function follow(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Tabs to a field and types into it. */
export async function typeInto(field: Locator, words: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(words);
  await expect(field).toHaveValue(words);
}

/** Tabs to a group of radios, moves to one with the arrows, and chooses it. */
export async function choose(group: Locator, name: string | RegExp): Promise<void> {
  const page = group.page();
  const radio = group.getByRole('radio', { name });
  await tabTo(group.getByRole('radio'));
  await tabTo(radio, 'ArrowDown');
  if (!(await radio.isChecked())) await page.keyboard.press('Space');
  await expect(radio).toBeChecked();
}

/** Checks that the focus is on something visible: a control or the page's title. */
export async function goesOnInSight(page: Page, what: string): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return 'nowhere';
          const { top, bottom } = element.getBoundingClientRect();
          return bottom > 0 && top < innerHeight ? 'in sight' : 'out of sight';
        }),
      { message: `the focus ${what}` },
    )
    .toBe('in sight');
}

/** Transitions and animations that are running. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const { duration } = effect!.getTiming();
      const target = (effect as KeyframeEffect).target;
      return Number(duration) > 0 && playState === 'running'
        ? [`${target?.tagName.toLowerCase()}.${target?.getAttribute('class') ?? ''}: ${String(duration)} ms`]
        : [];
    }),
  );
