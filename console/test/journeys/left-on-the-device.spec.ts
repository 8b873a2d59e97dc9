import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { demoPeople } from '@plimsoll/launcher/demo/cast';
import { expect, test, type Page } from './support/journey.ts';
import { lineOfNewKey, secretOfNewWebhook } from './support/new-channel.ts';

const LOOKED_AT = 3;
/** Of so many approved ones some name whoever was hurt and how they were treated. */
const AMONG = 50;

/** All that the browser keeps for the product, in one text: cookies, storage of the tab and of the device, databases, caches. */
async function keptOn(page: Page): Promise<string> {
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  const ofPage = await page.evaluate(async () => {
    const kept = (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      return Promise.all(
        (await cache.keys()).map(async (request) => [request.url, await (await cache.match(request))?.text()]),
      );
    });
    return [Object.entries(sessionStorage), await Promise.all(kept)];
  });
  return JSON.stringify([cookies, origins, ofPage]);
}

test('what was read, and what is shown once, leaves nothing on the device: no name, no treatment, no address, no secret', {
  tag: '@desktop',
}, async ({ as, open, word }) => {
  test.setTimeout(120_000);
  const admin = await as('admin');
  const { formGuid } = await admin.form('Injury');
  const { items } = await admin.events({ formGuid: [formGuid], state: ['APPROVED'] }, AMONG);
  const injuries: IncidentDetail[] = [];
  // One after the other: an organization that asks much at once is told to wait.
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
  const kept = await keptOn(page);
  expect(words.filter((each) => kept.includes(each))).toEqual([]);

  // What is kept would be found.
  await page.evaluate(async (planted) => {
    localStorage.setItem('planted', `${planted} local`);
    sessionStorage.setItem('planted', `${planted} session`);
    await (await caches.open('planted')).put('/planted', new Response(`${planted} cache`));
  }, word);
  const planted = await keptOn(page);
  for (const place of ['local', 'session', 'cache']) expect(planted).toContain(`${word} ${place}`);
});
