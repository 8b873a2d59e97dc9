import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { asManager, colleague } from './support/colleague.ts';
import { storedOnDevice, readyWithoutNetwork } from './support/device.ts';
import { answered, ask as press, choosePerson, rail } from './support/event-page.ts';
import { look } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { follow, goesOnInSight, tabTo, typeInto } from './support/keyboard.ts';
import { newOrganization } from './support/new-organization.ts';
import { typeCredentials } from './support/new-person.ts';
import { openDevice } from './support/own-device.ts';
import { photo } from './support/photo.ts';

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, place: number) =>
  main(page).getByRole('listitem', { name: `Question ${place}`, exact: true });
const saved = (page: Page) => expect(main(page).getByText('All changes are saved')).toBeVisible();

/** Tabs to a list of options and selects one by its first letters. */
async function pick(page: Page, within: ReturnType<typeof card>, label: string, option: string): Promise<void> {
  const list = within.getByLabel(label, { exact: true });
  await tabTo(list);
  await page.keyboard.type(option);
  await expect(list.locator('option:checked')).toHaveText(option);
  await saved(page);
}

/** Tabs to a checkbox, and checks it. */
async function check(page: Page, box: ReturnType<typeof card>): Promise<void> {
  await tabTo(box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await saved(page);
}

/** Adds a question at the end; the focus is in its text. */
async function ask(
  page: Page,
  place: number,
  { text, answeredBy, isRequired = false }: { text: string; answeredBy: string; isRequired?: boolean },
): Promise<void> {
  await follow(main(page).getByRole('button', { name: /^Add a question to/ }));
  await expect(card(page, place).getByLabel('Question', { exact: true })).toBeFocused();
  await page.keyboard.type(text);
  await pick(page, card(page, place), 'Answered by', answeredBy);
  if (isRequired) await check(page, card(page, place).getByRole('checkbox', { name: 'Must be answered' }));
}

/** Makes the newest question depend on an answer to an earlier one. */
async function askOnlyIf(page: Page, place: number, question: string, answer: string): Promise<void> {
  await pick(page, card(page, place), 'Asked only if (optional)', question);
  await pick(page, card(page, place), 'Answer', answer);
}

/** Builds, previews and publishes "Lift check", without a mouse. */
async function buildForm(page: Page): Promise<void> {
  await page.goto('/events/manage-forms');
  await follow(main(page).getByRole('button', { name: 'New form…' }).first());
  await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Lift check');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Lift check' })).toBeVisible();
  await goesOnInSight(page, 'in the builder');
  await check(page, main(page).getByRole('checkbox', { name: /^Somebody was hurt/ }));
  await expect(main(page).getByRole('checkbox', { name: /^People hurt/ })).toBeChecked();
  await check(page, main(page).getByRole('checkbox', { name: /^Rating/ }));

  await follow(main(page).getByRole('button', { name: 'Add a group' }));
  await expect(main(page).getByLabel('Title of the group')).toBeFocused();
  await page.keyboard.type('The lift');
  await ask(page, 1, { text: 'Was the load rated?', answeredBy: 'Yes or no', isRequired: true });
  await ask(page, 2, { text: 'How was it weighed?', answeredBy: 'Short text', isRequired: true });
  await askOnlyIf(page, 2, 'Was the load rated?', 'No');
  await ask(page, 3, { text: 'A photo of the scale', answeredBy: 'Photos and files', isRequired: true });
  await askOnlyIf(page, 3, 'Was the load rated?', 'No');
  await ask(page, 4, { text: 'Signed by the lift supervisor', answeredBy: 'Signature', isRequired: true });
  await look(page, 'a form in the builder');

  await follow(main(page).getByRole('link', { name: 'Preview' }));
  await expect(page.getByRole('heading', { level: 1, name: /Lift check/ })).toBeVisible();
  const rated = page.getByRole('radiogroup', { name: 'Was the load rated?' });
  await expect(page.getByText('A photo of the scale')).toHaveCount(0);
  await tabTo(rated.getByRole('radio'));
  await page.keyboard.press('ArrowDown');
  await expect(rated.getByRole('radio', { name: 'No' })).toBeChecked();
  for (const question of ['How was it weighed?', 'A photo of the scale', 'Signed by the lift supervisor'])
    await expect(page.getByText(question).first()).toBeVisible();

  await follow(main(page).getByRole('link', { name: 'Edit' }));
  await follow(main(page).getByRole('button', { name: 'Publish version 1' }));
  await expect(main(page).getByText('Published', { exact: true }).first()).toBeVisible();
}

const photos = [photo(640, 480), photo(480, 640)];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test(
  'a form with two conditions, a required photo and a signature is built by the keyboard alone; a phone without network that is reloaded and restarted reports by it, and what was signed arrives once, is returned, reviewed and approved, and is in its document and in each of its revisions',
  { tag: '@desktop' },
  async ({ visit, word }, { project }) => {
    test.setTimeout(240_000);
    const admin = await visit();
    const organization = await newOrganization(admin);
    const { call, guid, founder } = organization;
    const ours = (path: string) => `${path}${path.includes('?') ? '&' : '?'}organizationGuid=${guid}`;
    await test.step('the form is built, previewed and published', () => buildForm(admin));
    const [member, manager] = [
      await colleague(visit, organization, 'Bo Reef'),
      await colleague(visit, organization, 'Mia Reed', asManager),
    ];

    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-phone-'));
    let page = await openDevice(folder, project.use);
    const restart = async () => {
      await page.context().close();
      page = await openDevice(folder, project.use);
      await page.context().setOffline(true);
    };
    const send = () => page.getByRole('button', { name: 'Report a lift check…' }).filter({ visible: true });
    try {
      await test.step('a phone signs in and loses its network', async () => {
        await page.goto('/signin');
        await typeCredentials(page, member);
        await expect(page).not.toHaveURL(/signin/);
        await page.goto('/events/add');
        await readyWithoutNetwork(page);
        await page.context().setOffline(true);
        await page.reload();
      });

      await test.step('it reports, over a reload and a restart', async () => {
        await page.getByRole('link', { name: /^Lift check/ }).click();
        await page.getByLabel('What happened?').fill(`The load swung ${word}`);
        const hurt = page.getByRole('listitem', { name: 'Injured person 1' });
        await hurt.getByLabel('Name').fill('Wes Harding');
        await hurt.getByRole('radio', { name: 'Contractor' }).check();
        await page.getByRole('radiogroup', { name: 'Was the load rated?' }).getByRole('radio', { name: 'No' }).check();
        await page.getByLabel('How was it weighed?').fill('By the crane');
        for (const [index, buffer] of photos.entries())
          await page
            .getByLabel('Files to attach: A photo of the scale')
            .setInputFiles({ name: `Scale ${index}.png`, mimeType: 'image/png', buffer });
        await expect(page.getByRole('list', { name: 'A photo of the scale' }).getByRole('listitem')).toHaveCount(2);
        await expect(page.getByText('Being put on this device')).toHaveCount(0);
        await expect(
          page
            .getByText(/^Saved \d\d:\d\d on this device/)
            .filter({ visible: true })
            .first(),
        ).toBeVisible();
        const address = page.url();
        await page.reload();
        await expect(page.getByLabel('How was it weighed?')).toHaveValue('By the crane');
        await restart();
        await page.goto(address);
        await expect(page.getByLabel('What happened?')).toHaveValue(`The load swung ${word}`);
        await expect(page.getByRole('list', { name: 'A photo of the scale' }).getByRole('listitem')).toHaveCount(2);
        await page.getByRole('combobox', { name: 'In which region did it happen?' }).fill('Alberta');
        await page.getByRole('option', { name: /^Alberta/ }).click();
        await page.getByLabel('Location').fill('Bay 3');
        await page.getByLabel('Signed by the lift supervisor', { exact: true }).fill('Bo Reef');
        await send().click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Report/ })
          .click();
        await expect(
          page.getByText('Waiting for signal. Plimsoll sends it by itself once it is open and there is signal.'),
        ).toBeVisible();
        await restart();
        await page.goto('/events/outbox');
        await expect(page.getByRole('article')).toContainText(`The load swung ${word}`);
        await page.reload();
        await expect(page.getByRole('article')).toContainText(`The load swung ${word}`);
        const stored = await storedOnDevice(page);
        for (const words of [word, 'Wes Harding', 'By the crane', 'Scale 0', 'IHDR'])
          expect(stored).not.toContain(words);
      });

      const eventId =
        await test.step('online again it arrives once, both photos with the hashes of what was taken', async () => {
          await page.context().setOffline(false);
          await expect(page.getByRole('article')).toHaveCount(0, { timeout: 30_000 });
          const { items } = await call<{ items: { eventId: string }[] }>(
            'GET',
            ours(`/reported-events?filter=${encodeURIComponent(JSON.stringify({ text: word }))}&limit=10`),
          );
          expect(items).toHaveLength(1);
          // The files are uploaded after their report.
          await expect
            .poll(
              async () => {
                const { items: files, awaited } = await call<AttachmentList>(
                  'GET',
                  ours(`/reported-events/${items[0]!.eventId}/attachments`),
                );
                return { awaited, files: files.map(({ receivedSha256 }) => receivedSha256).sort() };
              },
              { timeout: 15_000 },
            )
            .toEqual({ awaited: [], files: photos.map(sha256).sort() });
          return items[0]!.eventId;
        });

      const of = (other: Page) => other.goto(`/events/${eventId}`);
      await test.step('it is returned, sent again, reviewed and approved', async () => {
        await of(page);
        await choosePerson(page, /^Send event \d+ for review/, 'Mia Reed', 'request-review');
        await of(manager.page);
        const returning = await press(manager.page, 'Return…');
        await returning.getByLabel('What must change').fill('Which crane was it?');
        await answered(manager.page, /\/return$/, () =>
          returning.getByRole('button', { name: /^Return event/ }).click(),
        );
        await of(page);
        await expect(page.getByText('Which crane was it?').first()).toBeVisible();
        await rail(page).getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('How was it weighed?').fill('By crane 14');
        await answered(page, /\/reported-events\/[^/]+$/, () =>
          page
            .getByRole('button', { name: /^Save event/ })
            .filter({ visible: true })
            .click(),
        );
        await choosePerson(page, /for review…$/, 'Mia Reed', 'request-review');
        await of(manager.page);
        const reviewing = await press(manager.page, /^Review event/);
        await reviewing.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: '3' }).check();
        await reviewing.getByRole('radiogroup', { name: 'Likelihood' }).getByRole('radio', { name: '2' }).check();
        await answered(manager.page, /\/review$/, () =>
          reviewing.getByRole('button', { name: /^Review event/ }).click(),
        );
        await choosePerson(manager.page, /^Send event \d+ for approval/, founder.name, 'request-approval');
        await of(admin);
        const approving = await press(admin, /^Approve event/);
        await answered(admin, /\/approve$/, () => approving.getByRole('button', { name: /^Approve event/ }).click());
        await expect(rail(admin).locator('[aria-current=step]')).toContainText('Approved');
      });

      await test.step('its document, read by another library, holds every answer and both photos', async () => {
        await admin.goto(`/events/${eventId}/export`);
        for (const part of ['photos', 'history'])
          await main(admin)
            .getByRole('checkbox', { name: new RegExp(part, 'i') })
            .setChecked(true);
        const [download] = await Promise.all([
          admin.waitForEvent('download'),
          main(admin).getByRole('button', { name: 'Download the PDF' }).click(),
        ]);
        const document = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
        const { text: pages } = await extractText(document, { mergePages: false });
        const text = pages.join(' ').replaceAll(/\s+/g, ' ');
        for (const words of [
          `The load swung ${word}`,
          'Alberta',
          'Bay 3',
          'Wes Harding',
          'Contractor',
          'Was the load rated? No',
          'By crane 14',
          'Bo Reef',
          'Which crane was it?',
          'from By the crane to By crane 14',
        ])
          expect(text).toContain(words);
        const images = (await Promise.all(pages.map((_, index) => extractImages(document, index + 1)))).flat();
        expect(images.map(({ width, height }) => (width > height ? 'wide' : 'high')).sort()).toEqual(['high', 'wide']);
      });

      await test.step('the slider shows each revision as it was', async () => {
        await admin.goto(`/events/${eventId}/history`);
        await main(admin).getByRole('link', { name: 'Read it revision by revision' }).click();
        const slider = main(admin).getByRole('slider', { name: 'Revision' });
        const { revision: latest } = await call<IncidentDetail>('GET', ours(`/reported-events/${eventId}`));
        await expect(slider).toHaveValue(String(latest));
        await look(admin, 'an event, revision by revision');
        await tabTo(slider);
        await admin.keyboard.press('Home');
        const seen: string[] = [];
        for (let revision = 1; revision <= latest; revision += 1) {
          await expect(admin).toHaveURL(new RegExp(`/history\\?revision=${revision}$`));
          const then = await call<IncidentDetail>('GET', ours(`/reported-events/${eventId}?revision=${revision}`));
          await expect(admin.getByRole('heading', { name: new RegExp(`^Revision ${revision}(,|$)`) })).toBeVisible();
          await expect(main(admin).getByText(`after revision ${revision} of ${latest}`)).toBeVisible();
          await expect(main(admin).getByText(stateTexts[then.state], { exact: true }).first()).toBeVisible();
          const [weighed, other] = JSON.stringify(then.components).includes('By crane 14')
            ? ['By crane 14', 'By the crane']
            : ['By the crane', 'By crane 14'];
          await expect(main(admin).getByText(weighed, { exact: true })).toBeVisible();
          await expect(main(admin).getByText(other, { exact: true })).toHaveCount(0);
          seen.push(then.state);
          await admin.keyboard.press('ArrowRight');
        }
        expect(seen).toEqual(
          expect.arrayContaining([
            'REPORTED',
            'REVIEW_REQUESTED',
            'RETURNED',
            'REVIEWED',
            'APPROVAL_REQUESTED',
            'APPROVED',
          ]),
        );
      });
    } finally {
      await page.context().close();
      rmSync(folder, { recursive: true });
    }
  },
);
