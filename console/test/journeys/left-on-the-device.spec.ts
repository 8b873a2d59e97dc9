import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { demoPeople } from '@plimsoll/launcher/demo/cast';
import { expect, test, type Page } from './support/journey.ts';
import { lineOfNewKey, secretOfNewWebhook } from './support/new-channel.ts';

const LOOKED_AT = 3;
/** Among this many approved events, some name the injured person and the treatment. */
const AMONG = 50;

/**
 * Everything that the browser stores for the product, as one text: cookies, session and local storage, databases,
 * caches.
 */
async function storedBy(page: Page): Promise<string> {
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  const ofPage = await page.evaluate(async () => {
    const cachedResponses = (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      return Promise.all(
        (await cache.keys()).map(async (request) => [request.url, await (await cache.match(request))?.text()]),
      );
    });
    return [Object.entries(sessionStorage), await Promise.all(cachedResponses)];
  });
  return JSON.stringify([cookies, origins, ofPage]);
}

test('viewed data, and secrets shown once, leave nothing on the device: no name, no treatment, no address, no secret', {
  tag: '@desktop',
}, async ({ as, open, word }) => {
  test.setTimeout(120_000);
  const admin = await as('admin');
  const { formGuid } = await admin.form('Injury');
  const { items } = await admin.events({ formGuid: [formGuid], state: ['APPROVED'] }, AMONG);
  const injuries: IncidentDetail[] = [];
  // One after the other, because of the organization's rate limit.
  for (const { eventId } of items) {
    const injury = await admin.event(eventId);
    const [hurt] = injury.injuredPersons;
    if (hurt?.name && hurt.treatment) injuries.push(injury);
    if (injuries.length === LOOKED_AT) break;
  }
  expect(injuries).toHaveLength(LOOKED_AT);
  const hurt = injuries.flatMap(({ injuredPersons }) =>
    injuredPersons.flatMap(({ name, treatment }) => [name!, treatment!]),
  );

  const page = await open('admin', '/events', { serviceWorkers: 'allow' });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const { eventId, injuredPersons } of injuries) {
    await page.goto(`/events/${eventId}`);
    await expect(page.getByText(injuredPersons[0]!.name!).first()).toBeVisible();
  }
  for (const address of [
    '/organization/people',
    '/settings/organization/privacy',
    '/reports/audit/change-log',
    '/reports/audit/access-log',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  }
  const [, key] = /Bearer (\S+)"/.exec(await lineOfNewKey(page, `Reader ${word}`))!;
  const secret = await secretOfNewWebhook(page, `Hook ${word}`, 'https://hooks.example.test/plimsoll');

  const words = [...hurt, ...demoPeople.map(({ emailAddress }) => emailAddress), key!, secret];
  const stored = await storedBy(page);
  expect(words.filter((each) => stored.includes(each))).toEqual([]);

  // Checks that stored values would be found.
  await page.evaluate(async (planted) => {
    localStorage.setItem('planted', `${planted} local`);
    sessionStorage.setItem('planted', `${planted} session`);
    await (await caches.open('planted')).put('/planted', new Response(`${planted} cache`));
  }, word);
  const planted = await storedBy(page);
  for (const place of ['local', 'session', 'cache']) expect(planted).toContain(`${word} ${place}`);
});
