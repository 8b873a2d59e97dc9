import type { Page } from '@playwright/test';

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources?: { node?: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Unexpected layout shift: the worst window of five seconds, as browsers measure it, and the elements that moved. */
export const layoutShift = (page: Page): Promise<{ shift: number; moved: string[] }> =>
  page.evaluate(
    () =>
      new Promise<{ shift: number; moved: string[] }>((done) => {
        let [worst, window, first, last] = [0, 0, 0, 0];
        const moved: string[] = [];
        const at = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
        const observer = new PerformanceObserver((list) => {
          for (const each of list.getEntries() as Shift[]) {
            if (each.hadRecentInput) continue;
            if (window === 0 || each.startTime - last > 1000 || each.startTime - first > 5000)
              [window, first] = [0, each.startTime];
            window += each.value;
            last = each.startTime;
            worst = Math.max(worst, window);
            const what = (each.sources ?? []).map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName}.${node?.getAttribute?.('class') ?? ''} ${at(previousRect)} → ${at(currentRect)}`,
            );
            moved.push(`${each.value.toFixed(3)} ${what.join(', ')}`);
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done({ shift: worst, moved })));
      }),
  );
