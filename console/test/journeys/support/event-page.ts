import { expect, type Locator, type Page } from '@playwright/test';

/** How long a change may take to be visible to the next user. */
const BUDGET_MS = 1000;
/** Factor on time limits: browser, product, database and the other worker share two cores. */
export const NOISE = Number(process.env.PLIMSOLL_NOISE ?? 3);

/** Waits for the response to a command, and returns when it arrived. */
export async function answered(page: Page, path: RegExp, doIt: () => Promise<unknown>): Promise<number> {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && path.test(new URL(response.url()).pathname),
  );
  await doIt();
  const response = await answer;
  expect(response.status(), await response.text().catch(() => '')).toBeLessThan(300);
  return Date.now();
}

/** Expects an element within a second of a response, and prints how long it took. */
export async function seenWithinASecond(what: string, since: number, thing: Locator): Promise<void> {
  await thing.first().waitFor({ state: 'visible', timeout: 10_000 });
  const took = Date.now() - since;
  console.log(`    ${what}: ${took} ms`);
  expect(took, what).toBeLessThan(BUDGET_MS * NOISE);
}

export const bell = (page: Page): Locator => page.getByRole('button', { name: /^You have|^Notifications/ });
export const bellPanel = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
const taskFor = (page: Page, eventId: string): Locator =>
  page.getByRole('main').or(bellPanel(page)).locator(`a[href="/events/${eventId}"]`);

/**
 * Opens the bell and returns its link to the event. If the bell or the list was opened before the task arrived, it
 * offers an update, which is loaded; and if the user has more tasks than the bell shows, the link is in the list.
 */
export async function bellLeadsTo(page: Page, eventId: string): Promise<Locator> {
  const task = taskFor(page, eventId).filter({ visible: true }).first();
  const newer = page
    .getByRole('main')
    .or(bellPanel(page))
    .getByRole('button', { name: 'Show the latest tasks' })
    .filter({ visible: true })
    .first();
  const all = bellPanel(page).getByRole('link', { name: /^View all/ });
  await bell(page).click();
  await expect(async () => {
    if (await task.isVisible()) return;
    if (await newer.isVisible()) await newer.click({ timeout: 1_000 });
    else if (await all.isVisible()) {
      await all.click({ timeout: 1_000 });
      // A panel that is about to close may show it for a moment, and the list not yet.
      await expect(bellPanel(page)).toBeHidden({ timeout: 1_000 });
    }
    await expect(task).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  return task;
}

export const rail = (page: Page): Locator => page.getByRole('region', { name: 'Where it stands' });

/** The buttons that a phone's page has in the thumb bar. */
export const thumbBar = (page: Page): Locator => page.locator('[data-thumb-bar]');

/** Presses a button of the rail or of the thumb bar, and returns its dialog. */
export async function ask(page: Page, button: string | RegExp): Promise<Locator> {
  const actions = rail(page).or(thumbBar(page).filter({ visible: true }));
  await actions
    .getByRole('button', { name: button })
    .or(actions.getByRole('link', { name: button }))
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Chooses a person in a dialog and sends it. */
export async function choosePerson(page: Page, button: RegExp, name: string, verb: string): Promise<number> {
  const dialog = await ask(page, button);
  await dialog.getByRole('radio', { name: new RegExp(name) }).check();
  return answered(page, new RegExp(`/${verb}$`), () =>
    dialog.getByRole('button', { name: /^(Send|Reassign) event/ }).click(),
  );
}
