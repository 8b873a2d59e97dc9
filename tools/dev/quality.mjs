// Measures the console's speed on a simulated phone with cold caches, with the browser's performance observers: `npm
// run quality [-- --against FOLDER]`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { startOwnProduct } from './own-product.mjs';
import { ensureBuilt, ensureInstalled, root, script, Stop } from './prepare.mjs';

const TRIES = 3;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  timezoneId: 'America/Edmonton',
  locale: 'en-CA',
};
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU = 4;
const MAX_REQUESTS = 20;

/** Pages opened cold: path, an element that shows that it is loaded, and the maximum largest contentful paint. */
const screens = [
  {
    name: 'list',
    limit: 2500,
    open: () => '/events/list/1',
    ready: (page) => page.getByRole('main').getByRole('link', { name: /\w/ }).nth(3),
  },
  {
    name: 'event',
    limit: 2500,
    open: ({ eventId }) => `/events/${eventId}`,
    ready: (page) => page.getByRole('region', { name: 'What happened' }),
  },
  {
    name: 'report',
    limit: 2500,
    open: ({ formGuid }) => `/events/add?formGuid=${formGuid}`,
    ready: (page) => page.getByLabel('What happened?'),
  },
  {
    name: 'month',
    limit: 2500,
    open: ({ month }) => `/settings/organization/reporting/${month}`,
    ready: (page) => page.getByRole('textbox').first(),
  },
  { name: 'dashboard', limit: 3000, open: () => '/dashboard', ready: (page) => page.locator('figure svg').first() },
];

/** Interactions on a loaded page, and the maximum time until the next paint. */
const interactions = [
  {
    name: 'submitting with errors',
    limit: 200,
    open: screens[2].open,
    ready: screens[2].ready,
    do: (page) =>
      page
        .getByRole('button', { name: /^Report an? .*…$/ })
        .last()
        .tap(),
  },
  {
    name: 'adding a person',
    limit: 200,
    open: screens[2].open,
    ready: screens[2].ready,
    do: (page) =>
      page
        .getByRole('button', { name: /^Add .*(injured|person|hurt)/i })
        .first()
        .tap(),
  },
  {
    name: 'view as table',
    limit: 200,
    open: screens[4].open,
    ready: screens[4].ready,
    do: (page) =>
      page
        .getByRole('button', { name: /view .*as .*table/i })
        .first()
        .tap(),
  },
  {
    name: 'opening an event',
    limit: 200,
    open: screens[0].open,
    ready: screens[0].ready,
    do: (page) =>
      page.getByRole('main').locator('a[href^="/events/"]:not([href*="/list"], [href*="/add"])').first().tap(),
  },
  {
    name: 'typing',
    limit: 100,
    open: screens[2].open,
    ready: screens[2].ready,
    do: (page) => screens[2].ready(page).pressSequentially('The ladder slid off the wall', { delay: 120 }),
  },
];

/** Runs in the page before its own scripts. */
function observe() {
  const seen = { paint: 0, element: '', interaction: 0 };
  globalThis.__quality = seen;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      seen.paint = each.startTime;
      seen.element = `${each.element?.tagName.toLowerCase() ?? ''} ${(each.element?.textContent ?? '').slice(0, 40)}`;
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries())
      if (each.interactionId) seen.interaction = Math.max(seen.interaction, each.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

async function coldPage(browser, { PLIMSOLL_URL: url, PLIMSOLL_PASSWORD: password }) {
  const context = await browser.newContext({ ...phone, baseURL: url });
  const signedIn = await context.request.post('/api/auth', { data: { identifier: 'admin@demo.example', password } });
  if (!signedIn.ok()) throw new Stop('The demo could not be signed in to');
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.addInitScript(observe);
  return { context, page };
}

async function load(browser, { environment, parameters }, { open, ready }) {
  const { context, page } = await coldPage(browser, environment);
  await page.goto(open(parameters), { waitUntil: 'commit' });
  // Querying the page takes its CPU time, so wait until it is idle.
  await page.waitForLoadState('networkidle');
  await ready(page).waitFor({ state: 'visible', timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  return { context, page };
}

async function paintOf(browser, product, screen) {
  const { context, page } = await load(browser, product, screen);
  const measured = await page.evaluate(() => {
    const { paint, element } = globalThis.__quality;
    return {
      paint,
      element,
      requests: 1 + performance.getEntriesByType('resource').filter(({ startTime }) => startTime < paint).length,
    };
  });
  await context.close();
  return measured;
}

async function interactionOf(browser, product, interaction) {
  const { context, page } = await load(browser, product, interaction);
  await page.evaluate(() => (globalThis.__quality.interaction = 0));
  await interaction.do(page);
  await page.waitForTimeout(1500);
  const measured = await page.evaluate(() => globalThis.__quality.interaction);
  await context.close();
  return measured;
}

/** Values for the paths of the demo. */
async function parametersOf({ PLIMSOLL_URL: url, PLIMSOLL_PASSWORD: password }) {
  const ask = async (path, more) => (await fetch(`${url}/api${path}`, more)).json();
  const { jwt } = await ask('/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'admin@demo.example', password }),
  });
  const headers = { authorization: `Bearer ${jwt}` };
  const [{ items: forms }, { items: events }] = [
    await ask('/forms', { headers }),
    await ask('/reported-events?limit=1', { headers }),
  ];
  return {
    formGuid: forms.find(({ name }) => name === 'Injury').formGuid,
    eventId: events[0].eventId,
    month: `${new Date().getFullYear()}-01`,
  };
}

async function startOf(folder) {
  const product = await startOwnProduct(folder);
  return { ...product, parameters: await parametersOf(product.environment) };
}

/** Measures each page and interaction; the products alternate, so that other load on the machine affects them alike. */
async function measure(browser, products) {
  const rows = [];
  const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
  for (const screen of screens.filter(({ name }) => name.includes(only))) {
    const tries = products.map(() => []);
    for (let turn = 0; turn < TRIES; turn++)
      for (const [place, product] of products.entries()) tries[place].push(await paintOf(browser, product, screen));
    rows.push({
      what: `LCP ${screen.name}`,
      limit: screen.limit,
      unit: 'ms',
      values: tries.map((each) => Math.round(median(each.map(({ paint }) => paint)))),
      note: tries.at(-1)[0].element,
    });
    rows.push({
      what: `requests before it, ${screen.name}`,
      limit: MAX_REQUESTS,
      unit: '',
      values: tries.map((each) => median(each.map(({ requests }) => requests))),
    });
    console.log(
      rows
        .slice(-2)
        .map(({ what, limit, unit, values, note = '' }) => `${what}: ${values.join(' → ')} of ${limit} ${unit} ${note}`)
        .join('\n'),
    );
  }
  for (const interaction of interactions.filter(({ name }) => name.includes(only))) {
    const tries = products.map(() => []);
    for (let turn = 0; turn < TRIES; turn++)
      for (const [place, product] of products.entries())
        tries[place].push(await interactionOf(browser, product, interaction));
    rows.push({
      what: `INP ${interaction.name}`,
      limit: interaction.limit,
      unit: 'ms',
      values: tries.map((each) => Math.round(median(each))),
    });
    console.log(
      rows
        .slice(-1)
        .map(({ what, limit, unit, values }) => `${what}: ${values.join(' → ')} of ${limit} ${unit}`)
        .join('\n'),
    );
  }
  return rows;
}

function table(rows, isCompared) {
  const columns = isCompared ? ['before', 'now'] : ['now'];
  const head = ['what', 'limit', ...columns];
  const body = rows.map(({ what, limit, unit, values }) => [
    what,
    `${limit} ${unit}`.trim(),
    ...values.map((value, place) => `${value}${place === values.length - 1 && value > limit ? ' (over)' : ''}`),
  ]);
  return [head, head.map((_, place) => (place === 0 ? '---' : '---:')), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { chromium } = await import('@playwright/test');
  const executablePath = await findChromium();
  if (!executablePath) throw new Stop('There is no Chromium to measure with');
  const against = process.argv.includes('--against') ? process.argv[process.argv.indexOf('--against') + 1] : undefined;
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const products = [];
  try {
    for (const folder of against ? [against, root] : [root]) products.push(await startOf(folder));
    const rows = await measure(browser, products);
    const written = table(rows, !!against);
    console.log(`\n${written}`);
    if (process.argv.includes('--only')) return;
    const how = `A cold phone: 390 px, CPU ×${CPU}, 1.6 Mbit/s, 150 ms; median of ${TRIES}; by the browser's own observers. Written by \`npm run quality\`${against ? ', before and now in turns' : ''}.`;
    writeFileSync(join(root, 'console', 'quality.md'), `# How fast the console is\n\n${how}\n\n${written}\n`);
  } finally {
    await browser.close();
    for (const product of products) await product.stop();
  }
});
