import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has: whoever comes no further than this goes in circles. */
const MAX_STOPS = 150;

/** What is wrong with where the keyboard has come to: nothing has the focus, it is out of sight, under something, or not marked. */
const errorsOfStop = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return ['nothing has the focus'];
    // A radio, a box and a switch are drawn by their label.
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

/** Presses a key that moves the focus, and sees that it came to something that is in sight and marked. */
async function step(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  // What lies over it steps aside with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await errorsOfStop(page), `after ${key}`).toEqual([]);
}

/** Which way something lies from what has the focus: nobody tabs around the whole page for what stands above. */
const wayTo = (target: Locator): Promise<'Tab' | 'Shift+Tab'> =>
  target
    .first()
    .evaluate((element) =>
      document.activeElement!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab',
    );

/** Presses Tab or Shift+Tab, or the key that is given, until something has the focus. */
export async function tabTo(target: Locator, given?: 'ArrowDown'): Promise<void> {
  await target.first().waitFor();
  const key = given ?? (await wayTo(target));
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await step(target.page(), key);
  }
  throw new Error(`${key} never comes to ${String(target)}`);
}

/** Comes to a link or a button and presses Enter. */
export async function follow(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Comes to a field and types into it. */
export async function typeInto(field: Locator, words: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(words);
  await expect(field).toHaveValue(words);
}

/** Comes to a group of radios, goes to one by the arrows, and chooses it. */
export async function choose(group: Locator, name: string | RegExp): Promise<void> {
  const page = group.page();
  const radio = group.getByRole('radio', { name });
  await tabTo(group.getByRole('radio'));
  await tabTo(radio, 'ArrowDown');
  if (!(await radio.isChecked())) await page.keyboard.press('Space');
  await expect(radio).toBeChecked();
}

/** The focus is where the person goes on: on something that is in sight, a control or the page's title. */
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

/** What is moving by a transition or an animation now. */
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
