import type { Page } from './journey.ts';

/** What a person did on a page: presses, and fields that they typed into. */
export interface Effort {
  clicks: number;
  fields: number;
}

/**
 * Counts presses and typed fields on every document that the page opens from now on, as the browser reports them. A
 * field counts once per document, however much is typed into it; moving the focus costs nothing.
 */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { clicks: 0, fields: 0 };
  await page.exposeFunction('countPress', () => void (effort.clicks += 1));
  await page.exposeFunction('countField', () => void (effort.fields += 1));
  await page.addInitScript(() => {
    const { countPress, countField } = window as unknown as Record<'countPress' | 'countField', () => void>;
    const typed = new WeakSet<EventTarget>();
    addEventListener('pointerup', ({ isTrusted }) => isTrusted && countPress(), true);
    addEventListener(
      'input',
      ({ target }) => {
        const isText =
          target instanceof HTMLElement && target.matches('textarea, input:not([type=radio], [type=checkbox])');
        if (!isText || typed.has(target)) return;
        typed.add(target);
        countField();
      },
      true,
    );
  });
  return effort;
}
