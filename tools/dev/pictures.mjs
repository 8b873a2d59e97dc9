// Takes the README's screenshots from the running product: `npm run pictures`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { startOwnProduct } from './own-product.mjs';
import { ensureBuilt, ensureInstalled, root, script, Stop } from './prepare.mjs';

const folder = join(root, 'console', 'pictures');
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { chromium } = await import('@playwright/test');
  const executablePath = await findChromium();
  if (!executablePath) throw new Stop('There is no Chromium to take pictures with');
  mkdirSync(folder, { recursive: true });
  const product = await startOwnProduct();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const { PLIMSOLL_URL: url, PLIMSOLL_PASSWORD: password } = product.environment;
    const visit = async (viewport, colorScheme, work) => {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        deviceScaleFactor: 1,
        hasTouch: viewport === phone,
        reducedMotion: 'reduce',
        timezoneId: 'America/Edmonton',
      });
      const page = await context.newPage();
      await page.goto(`${url}/signin`);
      await page.getByLabel(/^email/i).fill('admin@demo.example');
      await page.getByLabel(/^password/i).fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/dashboard/);
      const take = async (name) => {
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(600);
        await page.screenshot({ path: join(folder, `${name}.png`) });
        console.log(`console/pictures/${name}.png`);
      };
      await work(page, take);
      await context.close();
    };
    await visit(desktop, 'light', async (page, take) => {
      await take('dashboard');
      await page.goto(`${url}/events`);
      await take('events');
    });
    await visit(desktop, 'dark', async (page, take) => {
      await page.goto(`${url}/events/list/1?state=APPROVAL_REQUESTED`);
      await page.locator('tbody a').first().click();
      await page.waitForURL(/\/events\/[0-9a-f-]{36}/);
      await take('event');
    });
    await visit(phone, 'light', async (page, take) => {
      await page.goto(`${url}/events/add`);
      await page
        .getByRole('link', { name: /near miss/i })
        .or(page.getByRole('button', { name: /near miss/i }))
        .first()
        .click();
      await take('report-on-a-phone');
    });
  } finally {
    await browser.close();
    await product.stop();
  }
});
