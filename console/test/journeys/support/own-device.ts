import { chromium, type Page, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test';
import { phone } from './journey.ts';
import { followWrites } from './own-writes.ts';

/**
 * A phone's browser with a persistent profile in a folder, and with the product's service worker. The caller closes its
 * context.
 */
export async function openDevice(
  folder: string,
  { baseURL, locale, launchOptions }: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>,
): Promise<Page> {
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    ...phone,
    ...(baseURL !== undefined && { baseURL }),
    ...(locale !== undefined && { locale }),
    serviceWorkers: 'allow',
  });
  followWrites(context);
  return context.pages()[0] ?? context.newPage();
}
