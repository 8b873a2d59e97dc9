import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { isLong } from './test/journeys/support/screens.ts';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/**
 * What people do at a desk goes on a phone in the long form alone (`JOURNEYS=long npm test`), and what they do in the field on a desktop;
 * how its pages look there every run sees, at each address. What is done here and there goes on both.
 */
const inTheField = ['attachments', 'corrective-actions', 'earlier-device', 'outbox', 'reporting', 'typing'];
const atADesk = [
  'account',
  'audit',
  'auditors',
  'billing',
  'billing-statuses',
  'command-palette',
  'erasing-people',
  'figures',
  'finding-the-way',
  'focus',
  'founding',
  'from-sign-up-to-invoice',
  'governed-account',
  'integrations',
  'mailbox',
  'news',
  'organization-settings',
  'own-form',
  'people',
  'sign-out',
  'signing-up',
  'single-sign-on',
  'staff',
  'two-step-sign-in',
  'workflow',
  'worksites-and-groups',
];
/** The files of journeys that go on one screen. None of them may be for the other alone: it would go in the long form only. */
const filesOf = (names: readonly string[], other: RegExp): string[] => {
  const files = names.map((name) => join(import.meta.dirname, 'test', 'journeys', `${name}.spec.ts`));
  for (const file of files)
    if (other.test(readFileSync(file, 'utf8'))) throw new Error(`${file} has a journey for the other screen alone`);
  return files;
};

/** The journeys of the console in a real browser. PLIMSOLL_URL is the running product; CHROMIUM_PATH its browser. */
export default defineConfig({
  testDir: './test/journeys',
  outputDir: './test-results',
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  workers: Number(process.env.PLAYWRIGHT_WORKERS) || 4,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 5_000 },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  use: {
    baseURL: process.env.PLIMSOLL_URL ?? 'http://localhost:3000',
    locale: 'en-CA',
    // Each new browser would fetch the whole shell once more; the journeys without a signal let it be kept.
    serviceWorkers: 'block',
    actionTimeout: 10_000,
    // A trace of every journey takes an eighth of the time: ask for it by --trace=retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // What compiles for minutes to come, and beside the page, is not worth it: a journey lasts seconds, and shares two processors with the product.
        '--js-flags=--no-maglev,--no-opt,--single-threaded',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore: isLong ? [] : filesOf(inTheField, /@desktop|onADesktop/),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, timezoneId: 'America/Los_Angeles' },
    },
    // A phone on the other side of the date line: no day and no hour may come from its own clock.
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: isLong ? [] : filesOf(atADesk, /@phone/),
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        timezoneId: 'Pacific/Auckland',
      },
    },
    // Every story of the component catalog. It needs the catalog's build, and no product.
    { name: 'build of the catalog', testDir: './test/stories', testMatch: '*.setup.ts' },
    {
      name: 'stories',
      testDir: './test/stories',
      testMatch: 'stories.spec.ts',
      dependencies: ['build of the catalog'],
    },
  ],
});
