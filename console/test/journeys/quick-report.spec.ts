import { storedOnDevice, readyWithoutNetwork } from './support/device.ts';
import { inspect, reflows } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { photo } from './support/photo.ts';

/** Taps in the device's camera app for a photo: the shutter, and the confirmation. */
const TAPS_IN_THE_CAMERA = 2;

/** Counts taps and typed sentences. */
class Thumb {
  taps = 0;
  readonly #begun = Date.now();

  constructor(private readonly page: Page) {}

  async tap(name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button'): Promise<void> {
    this.taps += 1;
    await this.page.getByRole(role, { name }).filter({ visible: true }).first().tap();
  }

  async takePhoto(buffer = photo()): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.tap('Take a photo')]);
    this.taps += TAPS_IN_THE_CAMERA;
    await chooser.setFiles({ name: 'image.png', mimeType: 'image/png', buffer });
  }

  get seconds(): string {
    return ((Date.now() - this.#begun) / 1000).toFixed(1);
  }
}

test('from the icon to “reported” a near miss takes a phone eight taps at most and one typed sentence; its photo follows, and its review waits for what is open', {
  tag: '@phone',
}, async ({ open, as, word }) => {
  const api = await as('sam');
  const page = await open('sam', '/');
  await page.waitForURL(/dashboard/);
  const thumb = new Thumb(page);
  // The icon on the phone's home screen.
  thumb.taps += 1;
  await page.goto('/');
  await thumb.tap('Report an event', 'link');
  await thumb.tap('Quick report: Near miss', 'link');
  await thumb.takePhoto();
  await expect(page.getByRole('list', { name: 'Photo' }).getByRole('listitem')).toHaveCount(1);
  await inspect(page, 'a quick report');
  await reflows(page, 'a quick report');
  await page.getByLabel('What happened, in one sentence?').fill(`Forklift reversed into the racking ${word}`);
  await thumb.tap(/^Acheson Yard/, 'radio');
  await thumb.tap('Report a near miss');
  await expect(page.getByText(/^Event \d+ was reported$/)).toBeVisible();
  console.log(`A quick report took ${thumb.taps} taps, one sentence and ${thumb.seconds} s`);
  expect(thumb.taps).toBeLessThanOrEqual(8);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1, {
    timeout: 15_000,
  });
  const { items } = await api.events({ text: word });
  expect(items).toHaveLength(1);
  await page.goto(`/events/${items[0]!.eventId}`);
  await expect(
    page.getByText(
      'This was a quick report, and its review waits for what it left open: “What was the worst that could have happened?”.',
    ),
  ).toBeVisible();
});

test('without a network a quick report is begun by the shortcut of the icon, stored with its photo, and sent with it once there is a network', {
  tag: '@phone',
}, async ({ open, as, word }) => {
  const api = await as('sam');
  const page = await open('sam', '/events/add?quick=true', { serviceWorkers: 'allow' });
  await readyWithoutNetwork(page);
  const manifest = (await (await page.request.get('/plimsoll.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[];
  };
  const shortcut = manifest.shortcuts.find(({ name }) => name === 'Quick report')!;
  await page.context().setOffline(true);
  await page.goto(shortcut.url);
  const thumb = new Thumb(page);
  await thumb.tap(/^Near miss/, 'link');
  // Larger than the limit of photos stored on a device.
  await thumb.takePhoto(photo(2600, 1950));
  await page.getByLabel('What happened, in one sentence?').fill(`Ladder slid ${word}`);
  await thumb.tap(/^Acheson Yard/, 'radio');
  await thumb.tap('Report a near miss');
  await expect(
    page.getByText('Waiting for signal. Plimsoll sends it by itself once it is open and there is signal.'),
  ).toBeVisible();
  expect(await storedOnDevice(page)).not.toContain(word);
  await page.context().setOffline(false);
  await expect.poll(async () => (await api.events({ text: word })).totalCount, { timeout: 15_000 }).toBe(1);
  const { items } = await api.events({ text: word });
  await page.goto(`/events/${items[0]!.eventId}/attachments`);
  // It was shrunk in a worker, and is named after its minute.
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText(
    /\d{4}-\d\d-\d\d \d\d\.\d\d\.jpg/,
    { timeout: 15_000 },
  );
});

test('“Answer them” opens the first question that a quick report left open, and shows only those that are open', async ({
  open,
  as,
  word,
}) => {
  const api = await as('sam');
  const { eventId } = await api.report('Motor vehicle incident', {
    description: `A van scraped the gate ${word}`,
    isQuick: true,
    components: [],
  });
  const { openQuestions } = await api.event(eventId);
  expect(openQuestions.length).toBeGreaterThan(0);
  const page = await open('sam', `/events/${eventId}`);
  await page.getByRole('link', { name: openQuestions.length === 1 ? 'Answer it' : 'Answer them' }).click();
  const main = page.getByRole('main');
  for (const { text } of openQuestions) await expect(main.getByText(text, { exact: false }).first()).toBeVisible();
  await expect(main.getByRole('textbox', { name: 'What happened?' })).toHaveCount(0);
  await expect(main.getByLabel('On which day?')).toHaveCount(0);
  const first = main.locator('form').locator('input, textarea, select, [role=combobox]').first();
  await expect(first).toBeFocused();
  await inspect(page, 'the open questions of a quick report');
  await reflows(page, 'the open questions of a quick report');
  await main.getByRole('button', { name: /^Edit all of event/ }).click();
  await expect(main.getByRole('textbox', { name: 'What happened?' })).toBeVisible();
});
