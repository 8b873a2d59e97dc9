import { expect, type Page, type Request } from '@playwright/test';

/**
 * Requests that a slow network delays, and by how many milliseconds. Each arrives when the page around it is already
 * visible: responses after the skeleton, the form after its event, the chart after its figures, the font after the
 * text.
 */
const late = {
  figures: [/\/api\/(dashboard\/)?reported-events/, 700],
  forms: [/\/api\/forms/, 900],
  tasks: [/\/api\/dashboard\/notifications/, 1200],
  charts: [/\/assets\/charts-[^/]+\.js$/, 1500],
  face: [/\/assets\/[^/]+\.woff2$/, 2200],
} as const;

/**
 * Slows a page's network down in a reproducible way. Returns what was delayed so far, and a function that waits until
 * everything has arrived.
 */
export async function slowLine(page: Page) {
  const heldBack = new Set<string>();
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  for (const [what, [pattern, milliseconds]] of Object.entries(late)) {
    await page.route(pattern, async (route) => {
      heldBack.add(what);
      await new Promise((resume) => setTimeout(resume, milliseconds));
      // The page may be closed, and its request with it.
      await route.continue().catch(() => undefined);
    });
  }
  return {
    heldBack: () => [...heldBack].sort(),
    everything: Object.keys(late).sort(),
    hasBroughtAll: () => expect.poll(() => underWay.size, { timeout: 15_000 }).toBe(0),
  };
}
