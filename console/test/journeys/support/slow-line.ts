import { expect, type Page, type Request } from '@playwright/test';

/**
 * What a slow line brings late, and by how many milliseconds. Each comes when the page around it is already seen: the
 * answers after the skeleton, the form after its event, the drawing after its figures, the face after the words.
 */
const late = {
  figures: [/\/api\/(dashboard\/)?reported-events/, 700],
  forms: [/\/api\/forms/, 900],
  tasks: [/\/api\/dashboard\/notifications/, 1200],
  charts: [/\/assets\/charts-[^/]+\.js$/, 1500],
  face: [/\/assets\/[^/]+\.woff2$/, 2200],
} as const;

/** Makes the line of a page slow, always in the same way. Gives what was held back so far, and waits until all has come. */
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
      // The page may be gone by now, and its request with it.
      await route.continue().catch(() => undefined);
    });
  }
  return {
    heldBack: () => [...heldBack].sort(),
    everything: Object.keys(late).sort(),
    hasBroughtAll: () => expect.poll(() => underWay.size, { timeout: 15_000 }).toBe(0),
  };
}
