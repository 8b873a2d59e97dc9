import type { MyReportList } from '@plimsoll/contracts/incidents/my-reports';
import { ask, bell, bellPanel } from './support/event-page.ts';
import { inspect, reflows } from './support/inspect.ts';
import { endSession, expect, test, type Page } from './support/journey.ts';
import { photo } from './support/photo.ts';
import { daysAgo, monthsAgo, type FormName, type ProductApi } from './support/product-api.ts';
import { onADesktop } from './support/screens.ts';
import { inspectWhatOpens } from './support/what-opens.ts';

/** Opens an address, waits for its title, and inspects the page; on a phone at 320 px as well. */
async function look(page: Page, address: string, title: string | RegExp, then?: () => Promise<unknown>): Promise<void> {
  await test.step(address.replace(/[0-9a-f-]{36}/g, '…'), async () => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title }).first()).toBeVisible();
    await then?.();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await inspect(page, address, { withBestPractices: true });
    if (test.info().project.name === 'phone') await reflows(page, address);
  });
}

const reportAddress = async (api: ProductApi, name: FormName) =>
  `/events/add?formGuid=${(await api.form(name)).formGuid}`;

test.describe('WCAG 2.2 AA and best practices in light and dark, targets of 24 px, nothing wider than 320 px', () => {
  test.setTimeout(120_000);

  test('on the pages outside', async ({ visit, open }) => {
    const page = await visit('/signin');
    await look(page, '/signin', 'Sign in', async () => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText("Email address can't be blank")).toBeVisible();
    });
    await look(page, '/privacy', 'Privacy Policy', () =>
      expect(page.getByText(/The body part, nature and classification .* are not encrypted/)).toBeVisible(),
    );
    await look(page, '/terms', 'Terms of Service');
    await look(page, '/mailbox?to=nobody@demo.example', 'Mailbox', () =>
      expect(page.getByRole('heading', { name: 'No mails to nobody@demo.example' })).toBeVisible(),
    );
    await look(await open('member', '/choose-organization'), '/choose-organization', 'Choose an organization');
  });

  test('on the dashboard and the monthly figures', async ({ open }) => {
    const page = await open('admin', '/dashboard');
    const drawn = () => expect(page.locator('figure svg').nth(4)).toBeVisible();
    await look(page, '/dashboard', /^Good /, drawn);
    await look(page, `/dashboard?from=${monthsAgo(9)}&to=${monthsAgo(4)}`, /^Good /, async () => {
      await drawn();
      const toggle = page.getByRole('button', { name: /^View as table/ });
      expect(await toggle.count()).toBeGreaterThan(4);
      while ((await toggle.count()) > 0) await toggle.first().click();
      await expect(page.getByRole('button', { name: /^View as chart/ }).nth(4)).toBeVisible();
    });
    await look(page, `/dashboard?from=${monthsAgo(-40)}&to=${monthsAgo(-42)}`, /^Good /);
    await look(page, '/dashboard', /^Good /, async () => {
      await page
        .getByRole('button', { name: /^(Set|Change) the limit…/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    });
    await look(page, '/dashboard/to-do-list', 'To do', () =>
      expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible(),
    );
    await look(page, '/settings/organization/reporting', 'Reporting Metrics');
    await look(page, `/settings/organization/reporting/${monthsAgo(6)}`, /reporting data$/, async () => {
      await page.getByLabel('Hours worked').first().fill('many');
      await page.getByRole('button', { name: /^Save/ }).click();
      await expect(page.getByRole('alert')).toBeFocused();
    });
    await look(page, '/settings/organization/reporting/no-month', 'There is no such month');
  });

  test('on what a figure counts, and on a limit that is changed', onADesktop, async ({ open }) => {
    const range = `from=${monthsAgo(12)}&to=${monthsAgo(1)}`;
    const member = await open('member', '/dashboard');
    await look(member, `/dashboard/cases/1?metric=TRIF&${range}`, /recordable cases$/, () =>
      expect(member.getByText('more that you may not see.')).toBeVisible(),
    );
    const page = await open('admin', '/dashboard');
    await look(page, `/dashboard/cases/1?metric=LAGGING&${range}`, /lagging events$/, () =>
      expect(
        page
          .getByRole('main')
          .getByRole('table')
          .or(page.getByRole('list', { name: /^lagging events/ }))
          .first(),
      ).toBeVisible(),
    );
    await look(page, `/dashboard/cases/999?metric=MVIF&${range}`, /vehicle/i, () =>
      expect(page.getByText('There is no page 999')).toBeVisible(),
    );
    for (const of of ['hours', 'kms']) await look(page, `/dashboard/months?of=${of}&${range}`, /(hours|km)$/);
    const limits = page.getByRole('dialog', { name: /^Set the limits of / });
    const openLimits = () =>
      page
        .getByRole('button', { name: /^(Set|Change) the limit…/ })
        .first()
        .click();
    await look(page, '/dashboard', /^Good /, async () => {
      await openLimits();
      await limits.getByLabel(/TRIF/).fill('0.05');
      await expect(limits.getByRole('status').first()).toContainText(/^TRIF: .+ applies from/);
      await limits.getByRole('button', { name: /^Set the limits of/ }).click();
      await expect(limits.getByRole('alert')).toContainText('Please enter a reason');
    });
    await look(page, '/dashboard', /^Good /, async () => {
      await openLimits();
      await expect(limits.getByText(/^Your draft has been restored\./)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(limits.getByRole('button', { name: 'Keep writing' })).toBeFocused();
    });
  });

  test('on the list', async ({ open }) => {
    const page = await open('mei', '/events/list/1');
    const filled = () =>
      expect(
        page
          .getByRole('main')
          .getByRole('table')
          .or(page.getByRole('list', { name: 'Events' }))
          .first(),
      ).toBeVisible();
    await look(page, '/events/list/1', 'Events', filled);
    await look(page, '/events/list/2?state=APPROVED&riskBand=HIGH&text=crew', 'Events');
    await look(page, '/events/list/1?text=nothing-has-this-word', 'Events', () =>
      expect(page.getByText(/Nothing matches/)).toBeVisible(),
    );
    await look(page, '/events/list/9999', 'Events', () =>
      expect(page.getByText('There is no page 9999')).toBeVisible(),
    );
    await look(page, '/events/list/1', 'Events', async () => {
      await filled();
      const filters = page.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) await filters.click();
      await page
        .getByRole('search')
        .getByRole('button', { name: 'State' })
        .or(page.getByRole('dialog').getByRole('button', { name: 'State' }))
        .click();
      await expect(page.getByRole('checkbox', { name: 'Approved' })).toBeVisible();
    });
    await page.route(/\/api\/reported-events\?/, (route) => route.abort());
    await look(page, '/events/list/1', 'Events', () =>
      expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(),
    );
  });

  test('while reporting', async ({ open, as }) => {
    const api = await as('manager');
    const page = await open('manager', '/events/add');
    await look(page, '/events/add', 'Report an event', () =>
      expect(page.getByRole('link', { name: /^Injury/ })).toBeVisible(),
    );
    await look(page, await reportAddress(api, 'Injury'), 'Report an injury', async () => {
      await page.getByRole('radio', { name: /^Other/ }).check();
      await page.getByText('Injury, treatment and days').click();
    });
    await look(
      page,
      await reportAddress(api, 'Motor vehicle incident'),
      'Report a motor vehicle incident',
      async () => {
        await page.getByRole('button', { name: 'Report a motor vehicle incident…' }).click();
        await expect(page.getByRole('alert')).toBeFocused();
      },
    );
    await look(page, await reportAddress(api, 'Near miss'), 'Report a near miss', async () => {
      await page.getByLabel('What happened?').fill('A near thing');
      await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
      await page.getByRole('radio', { name: 'First aid' }).check();
      await page.getByRole('button', { name: 'Report a near miss…' }).click();
      await expect(page.getByRole('dialog', { name: 'Report this near miss' })).toBeVisible();
    });
    await look(page, await reportAddress(api, 'Toolbox talk'), 'Report a toolbox talk');
  });

  test('on what became of reports', async ({ open, as }) => {
    const api = await as('sam');
    const { items } = await api.call<MyReportList>('/my-reports?limit=100');
    // Other journeys report as Sam too, and nobody answers these.
    const answeredOn = Math.floor(items.findIndex(({ answer }) => answer !== null) / 10) + 1;
    const page = await open('sam', '/my-reports');
    await look(page, `/my-reports?page=${answeredOn}`, 'My reports', () =>
      expect(page.getByRole('blockquote').first()).toBeVisible(),
    );
    await look(page, '/my-reports?page=999', 'My reports');
    await page.route(/\/api\/my-reports/, (route) => route.fulfill({ status: 500, json: {} }));
    await look(page, '/my-reports', 'My reports', () =>
      expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(),
    );
  });

  test('on the alarms and what raises them', onADesktop, async ({ open }) => {
    const page = await open('admin', '/alarms');
    await look(page, '/alarms', 'Alarms');
    await look(page, '/alarms?state=CALLED_OFF', 'Alarms');
    await look(page, '/settings/organization/alarms', 'Alarms and Call Lists', async () => {
      await page.getByRole('button', { name: 'Change… Rollover' }).click();
      await expect(page.getByRole('dialog', { name: 'Rule: Rollover' })).toBeVisible();
    });
  });

  test('on the call lists', onADesktop, async ({ open, as }) => {
    const page = await open('admin', '/settings/organization/alarms');
    const change = page.getByRole('button', { name: /^Change the call list of/ });
    await look(page, '/settings/organization/alarms', 'Alarms and Call Lists', () => expect(change).toBeVisible());
    await look(page, '/settings/organization/alarms', 'Alarms and Call Lists', async () => {
      await change.click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Add a person' }).fill('a');
      await expect(page.getByRole('option').filter({ visible: true }).first()).toBeVisible();
    });
    const { organization } = await (await as('admin')).startup();
    const of = (name: string) => organization!.worksites.find((worksite) => worksite.name === name)!.guid;
    await look(page, `/settings/organization/worksites/${of('Acheson Yard')}`, 'Acheson Yard', () =>
      expect(page.getByRole('list', { name: 'Call list of Acheson Yard' })).toBeVisible(),
    );
    const [group] = organization!.reportingGroups;
    await look(page, `/settings/organization/reporting-groups/${group!.guid}`, group!.name, () =>
      expect(page.getByRole('region', { name: 'Call list' })).toBeVisible(),
    );
  });

  test('on drafts, and on records that others have changed meanwhile', onADesktop, async ({ open, as, word }) => {
    const [tyler, mei] = [await as('tyler'), await as('mei')];
    const { eventId, number } = await tyler.report('Near miss', { description: `Guy wire slack ${word}` });
    await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
    const page = await open('mei', '/dashboard');
    const [dialog, comment] = [page.getByRole('dialog'), page.getByRole('dialog').getByLabel('What must change')];
    await look(page, `/events/${eventId}`, new RegExp(word), async () => {
      await ask(page, 'Return…');
      await comment.fill('Which wire?');
      await expect(dialog.getByText(/^Saved \d\d:\d\d on this device/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('group', { name: /^Close this\?/ })).toBeVisible();
    });
    await look(page, `/events/${eventId}`, new RegExp(word), async () => {
      await ask(page, 'Return…');
      await expect(dialog.getByText(/^Your draft has been restored\./)).toBeVisible();
      await dialog.getByRole('button', { name: 'Discard draft' }).click();
      await expect(dialog.getByRole('group', { name: /^Discard the draft\?/ })).toBeVisible();
    });
    await look(page, `/events/${eventId}`, new RegExp(word), async () => {
      await ask(page, 'Return…');
      await expect(comment).toHaveValue('Which wire?');
      await tyler.amend(eventId, { immediateActions: 'Taped it off' });
      await dialog.getByRole('button', { name: `Return event ${number}` }).click();
      await expect(dialog.getByText('This event changed since you opened it.')).toBeVisible();
    });

    const own = await mei.report('Near miss', { description: `Shackle pin bent ${word}` });
    await look(page, `/events/${own.eventId}/edit`, `Edit event ${own.number}`, async () => {
      await page.getByLabel('What happened?').fill(`Two shackle pins bent ${word}`);
      await expect(
        page
          .getByText(/^Saved \d\d:\d\d on this device/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await mei.amend(own.eventId, { description: `Shackle pin bent by hand ${word}` });
      const save = page.getByRole('button', { name: /^Save event/ }).filter({ visible: true });
      await save.click();
      await expect(page.getByRole('group', { name: 'Somebody saved first' })).toBeFocused();
      await save.click();
      await expect(
        page.getByRole('alert').getByRole('link', { name: /choose one of the two versions/i }),
      ).toBeVisible();
    });

    const form = await reportAddress(mei, 'Near miss');
    await look(page, form, 'Report a near miss', async () => {
      await page.getByLabel('What happened?').fill(`Ladder foot missing ${word}`);
      await page.getByRole('radio', { name: /^Acheson Yard/ }).check();
      await page.getByRole('radio', { name: 'First aid' }).check();
      await page
        .getByRole('radiogroup', { name: 'Who reviews it?' })
        .getByRole('radio', { name: /Daniel Okafor/ })
        .check();
      await page.getByRole('button', { name: 'Report a near miss…' }).filter({ visible: true }).click();
      await expect(dialog).toContainText('Daniel Okafor');
    });
    await look(page, form, 'Report a near miss', () =>
      expect(page.getByText(/^Your draft has been restored/)).toBeVisible(),
    );
    await look(page, '/events/add', 'Report an event', () =>
      expect(page.getByRole('link', { name: /^Continue: Near miss/ })).toBeVisible(),
    );
  });

  test('on an event, its history and its dialogs', async ({ open, as, word }) => {
    const [tyler, mei] = [await as('tyler'), await as('mei')];
    const { eventId, number } = await tyler.report('Injury', {
      description: `Scalded at the wash bay ${word}. The hose came off.`,
      relatedPersons: [{ name: 'Ada Quist', role: 'Witness' }],
      occurrenceDate: '2025-02-03',
    });
    const page = await open('mei', '/dashboard');
    const at = (part = '') => `/events/${eventId}${part}`;
    const openDialog = async (button: RegExp) => {
      await ask(page, button);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /event \d+( to \w+| for \w+)?$/ })
        .click();
      await expect(
        page.getByRole('dialog').getByRole('alert').or(page.getByRole('dialog').getByLabel('Approval comment')).first(),
      ).toBeVisible();
    };
    const admin = await as('admin');
    await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
    await look(page, at(), new RegExp(word), () => openDialog(/^Review event/));
    await look(page, at(), new RegExp(word), () => openDialog(/^Return…/));
    await mei.command(eventId, 'review', { severity: 4, likelihood: 4, comment: 'Clamp every hose' });
    await look(page, at(), new RegExp(word), () => openDialog(/^Send event/));
    await mei.amend(eventId, { immediateActions: 'Cooled with water' });
    await look(page, at('/edit'), `Edit event ${number}`);
    await mei.command(eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });
    await admin.command(eventId, 'return', { comment: 'Who fitted the hose?' });
    await look(page, at(), new RegExp(word), () =>
      expect(page.getByText('Who fitted the hose?').first()).toBeVisible(),
    );
    await look(page, at('/history'), new RegExp(word), () =>
      expect(page.getByText('reported the event')).toBeVisible(),
    );
    await look(page, at('/export'), new RegExp(word), () =>
      expect(page.getByRole('button', { name: 'Download the PDF' })).toBeVisible(),
    );
  });

  test('where something is locked, deleted, forbidden or missing', onADesktop, async ({ open, as, word }) => {
    const [tyler, mei, admin] = [await as('tyler'), await as('mei'), await as('admin')];
    const approved = await tyler.report('Near miss', { description: `Hatch unlatched ${word}` });
    await tyler.command(approved.eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
    await mei.command(approved.eventId, 'review', { severity: 1, likelihood: 0 });
    await mei.command(approved.eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });
    const page = await open('admin', '/dashboard');
    await look(page, `/events/${approved.eventId}`, new RegExp(word), async () => {
      await ask(page, /^Approve event/);
      await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Signature/ })).toHaveValue('Priya Raman');
    });
    await admin.command(approved.eventId, 'approve', { signature: 'Priya Raman' });
    await look(page, `/events/${approved.eventId}`, new RegExp(word));
    await look(page, `/events/${approved.eventId}/history?revision=4`, new RegExp(word), () =>
      expect(page.getByRole('heading', { name: 'Revision 4, as it was approved' })).toBeVisible(),
    );
    await look(page, `/events/${approved.eventId}/edit`, /is approved$/);
    const removed = await admin.report('Near miss', { description: `Cone knocked over ${word}` });
    await admin.call(`/reported-events/${removed.eventId}?organizationGuid=${admin.organizationGuid}`, {
      method: 'DELETE',
      revision: 1,
      body: {},
    });
    await look(page, `/events/list/1?state=DELETED&text=${word}`, 'Events', () =>
      expect(page.getByRole('main').locator('del').first()).toHaveText(new RegExp(word)),
    );
    await look(page, `/events/${removed.eventId}`, new RegExp(word), () =>
      expect(page.getByText('Deleted by Priya Raman')).toBeVisible(),
    );
    const gone = await tyler.report('Safety observation', { description: `Good lift plan ${word}` });
    await look(page, `/events/${gone.eventId}/delete`, new RegExp(word), () =>
      expect(page.getByRole('dialog')).toBeVisible(),
    );
    await look(page, '/nowhere', 'Nothing here');
    await look(page, '/events/00000000-0000-7000-8000-000000000000', /not found/i);
    const stranger = await open('sam', '/dashboard');
    await look(stranger, `/events/${approved.eventId}`, "You don't have access");
    await look(stranger, '/settings/organization/reporting', "You don't have access");
    await stranger.route(/\/api\/startup/, (route) => route.abort());
    await look(stranger, '/dashboard', 'An unknown error occurred');
  });

  test('on what opens from the bar, and the sign-in over the page', async ({ open }, { project }) => {
    const page = await open('manager', '/events/list/1');
    const menu =
      project.name === 'phone'
        ? page.getByRole('button', { name: 'Menu' })
        : page.getByRole('button', { name: /Your profile/ });
    await look(page, '/events/list/1', 'Events', async () => {
      await bell(page).click();
      await expect(bellPanel(page).getByRole('link').first()).toBeVisible();
    });
    await look(page, '/events/list/1', 'Events', async () => {
      await menu.click();
      await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible();
    });
    await page.route(/\/api\/dashboard\/notifications/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"className":"InternalServerError","status":500}',
      }),
    );
    await look(page, '/events/list/1', 'Events', () =>
      expect(
        page.getByRole('region', { name: 'Alerts' }).getByText('Unable to fetch updated notifications'),
      ).toBeVisible(),
    );
    await page.unroute(/\/api\/dashboard\/notifications/);
    await endSession(page);
    await bell(page).click();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    await inspect(page, 'the sign-in over the page', { withBestPractices: true });
  });
});

test('each menu and dialog meets WCAG 2.2 AA and best practices in light and dark', { tag: '@desktop' }, async ({
  open,
  as,
  word,
}) => {
  test.setTimeout(900_000);
  const [tyler, mei, admin] = [await as('tyler'), await as('mei'), await as('admin')];
  const { eventId } = await tyler.report('Near miss', { description: `Gangway loose ${word}` });
  await tyler.command(eventId, 'request-review', { reviewerGuid: await tyler.guidOf('admin') });
  const { taskGuid } = await admin.call<{ taskGuid: string }>(`/tasks?organizationGuid=${admin.organizationGuid}`, {
    method: 'POST',
    body: {
      eventId,
      description: `Weld the gangway ${word}`,
      dueDate: daysAgo(-20),
      responsibleGuid: await admin.guidOf('admin'),
    },
  });
  const reviewed = await tyler.report('Near miss', { description: `Gangway open ${word}` });
  await tyler.command(reviewed.eventId, 'request-review', { reviewerGuid: await tyler.guidOf('mei') });
  await mei.command(reviewed.eventId, 'review', { severity: 2, likelihood: 2 });
  await mei.command(reviewed.eventId, 'request-approval', { approverGuid: await mei.guidOf('admin') });
  const page = await open('admin', `/events/${eventId}/attachments`);
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'Gangway.png', mimeType: 'image/png', buffer: photo() });
  await expect(page.getByRole('button', { name: 'Open Gangway.png' })).toBeVisible();
  const seen = new Set<string>();
  let count = 0;
  for (const address of [
    '/dashboard',
    '/events/list/1',
    `/events/${eventId}`,
    `/events/${eventId}/attachments`,
    `/events/${eventId}/tasks`,
    `/events/${eventId}/history`,
    `/events/${reviewed.eventId}`,
    `/corrective-actions/${taskGuid}`,
    '/tasks',
    '/my-reports',
    '/events/manage-forms',
    '/organization/people',
    '/organization/invitations',
    '/organization/locations',
    '/settings/personal',
    '/settings/notifications',
    '/settings/organization',
    '/settings/organization/payment',
    '/settings/organization/reporting',
    '/settings/organization/reporting-groups',
    '/settings/organization/worksites',
    '/settings/organization/alarms',
    '/settings/organization/codes',
    '/settings/organization/roles',
    '/settings/organization/privacy',
    '/settings/organization/sign-in',
    '/settings/organization/staff-access',
    '/settings/organization/integrations/keys',
    '/settings/organization/integrations/webhooks',
    '/settings/organization/auditors',
    '/settings/organization/audit',
  ])
    count += await inspectWhatOpens(page, address, seen);
  expect(count).toBeGreaterThan(25);
});

test('a focused element shows its focus, and is not covered', { tag: '@desktop' }, async ({ open }) => {
  const page = await open('manager', '/events/list/1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const { words, ring, covered } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(Math.max(0, left + width / 2), Math.max(0, top + height / 2));
      const style = getComputedStyle(element);
      const around = element.closest('label, tr, li, div')!;
      return {
        words: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
        ring:
          style.outlineStyle !== 'none' ||
          style.boxShadow !== 'none' ||
          getComputedStyle(element, '::after').outlineStyle !== 'none' ||
          [...around.querySelectorAll('*')].some((each) => getComputedStyle(each).outlineStyle !== 'none'),
        covered: !!at && !element.contains(at) && !at.contains(element) && !around.contains(at),
      };
    });
    expect.soft(ring, `${words} shows its focus`).toBe(true);
    expect.soft(covered, `${words} lies under something`).toBe(false);
  }
});
