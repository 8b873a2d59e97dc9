import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { isLong } from './test/journeys/support/screens.ts';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/**
 * Journeys of desk work run on a phone only in the long form (`JOURNEYS=long npm test`), and journeys of field work on
 * a desktop only there; every run checks how all pages look, at each address. All other journeys run on both.
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
/**
 * The files of journeys that run on one screen. None of them may be tagged for the other screen only: it would run in
 * the long form only.
 */
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
    // Each new browser would load the whole shell once more; the offline journeys allow the worker.
    serviceWorkers: 'block',
    actionTimeout: 10_000,
    // A trace of every journey takes an eighth of the time: request it with --trace=retain-on-failure.
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
        // Optimizing and background compilation do not pay off: a journey lasts seconds, and shares two processors with
        // the product.
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
    // A phone on the other side of the date line, so that a day or hour taken from its clock is noticed.
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
