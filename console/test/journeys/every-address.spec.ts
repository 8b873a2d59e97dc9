import { inspect, sticksOut } from './support/inspect.ts';
import { desktop, expect, phone, test, type Page } from './support/journey.ts';

/**
 * What each address opens for an admin, a manager and a standard member of the demo, by the specification's rights;
 * written by hand. A single title applies to all three; `no` is the refusal, and an arrow a redirect to another
 * address.
 */
const no = "You don't have access";
const home = '→ /dashboard';
const table: Readonly<Record<string, string | readonly [admin: string, manager: string, member: string]>> = {
  '/home': home,
  '/welcome': home,
  '/choose-organization': 'Choose an organization',
  '/dashboard': /* depends on the time of day and the name */ 'Good ',
  '/dashboard/to-do-list': 'To do',
  '/events': '→ /events/list/1',
  '/events/list/1': 'Events',
  '/events/add': 'Report an event',
  '/events/import': ['Import events', 'Import events', no],
  '/events/manage-forms': ['Forms', no, no],
  '/events/manage-forms/built-in': ['Forms', no, no],
  '/tasks': 'Corrective actions',
  '/alarms': 'Alarms',
  '/my-reports': 'My reports',
  '/organization': '→ /organization/people',
  '/organization/people': 'People',
  '/organization/invitations': ['Invitations', 'Invitations', no],
  '/organization/requests': ['Requests', 'Requests', no],
  '/organization/locations': 'Locations',
  '/settings': 'Settings',
  '/settings/personal': 'Your Settings',
  '/settings/notifications': 'Notifications',
  '/settings/organization': ['Organization Settings', no, no],
  '/settings/organization/payment': ['Payment Details', no, no],
  '/settings/organization/payment/choose-plan': ['Switch Payment Plan', no, no],
  '/settings/organization/reporting': ['Reporting Metrics', 'Reporting Metrics', no],
  '/settings/organization/reporting-groups': ['Reporting Groups', no, no],
  '/settings/organization/worksites': ['Worksites', no, no],
  '/settings/organization/alarms': ['Alarms and Call Lists', no, no],
  '/settings/organization/add-location': ['Add a location', no, no],
  '/settings/organization/codes': 'Locations',
  '/settings/organization/roles': ['Roles', no, no],
  '/settings/organization/privacy': ['Privacy', no, no],
  '/settings/organization/sign-in': ['Sign-in', no, no],
  '/settings/organization/staff-access': ['Staff Access', no, no],
  '/settings/organization/integrations': ['→ /settings/organization/integrations/keys', no, no],
  '/settings/organization/integrations/keys': ['Integrations', no, no],
  '/settings/organization/integrations/webhooks': ['Integrations', no, no],
  '/settings/organization/integrations/kafka': ['Integrations', no, no],
  '/settings/organization/auditors': ['Auditors', no, no],
  '/auditor': 'Open your link once more',
  '/org-onboarding/basics': home,
  '/onboarding': '→ /onboarding/basics',
  '/onboarding/basics': 'Join an organization',
  '/onboarding/request': '→ /onboarding/basics',
  '/onboarding/organization-exists': home,
  '/billing/choose-product': home,
  '/billing/choose-a-plan': home,
  '/billing/free-trial-ended': home,
  '/billing/start-your-free-trial': home,
  '/intrac': 'This module is disabled',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/mailbox': 'Mailbox',
  '/forgot-password': 'Forgot your password?',
  '/signup': 'Create an account',
  '/unsubscribe': 'This link is not whole',
  '/alarm': 'This link does not work',
  '/nowhere': 'Nothing here',
};

/** Navigates as a link does, without reloading the console for each address. */
const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

for (const [place, who] of (['admin', 'manager', 'member'] as const).entries()) {
  test(`every address opens for the ${who} as their rights have it`, { tag: '@desktop' }, async ({ open }) => {
    test.setTimeout(120_000);
    const page = await open(who, '/settings/personal');
    const title = page.getByRole('heading', { level: 1 }).first();
    await expect(title).toHaveText('Your Settings');
    let before = 'Your Settings';
    for (const [address, answers] of Object.entries(table)) {
      const answer = typeof answers === 'string' ? answers : answers[place]!;
      // From an address with another title, so that an unchanged title cannot be mistaken for the result.
      if (answer === before) {
        await go(page, '/settings/personal');
        await expect(title).toHaveText('Your Settings');
      }
      before = answer;
      const leadsOn = answer.startsWith('→');
      await go(page, address);
      await expect.soft(page, address).toHaveURL((url) => url.pathname === (leadsOn ? answer.slice(2) : address));
      if (!leadsOn) await expect.soft(title, address).toHaveText(answer === 'Good ' ? /^Good / : answer);
      if (answer === no)
        await expect.soft(page.getByText("We don't think you're allowed to see this."), address).toBeVisible();
    }
  });
}

/** Pages with requests of their own beyond startup, and a pattern of these. */
const asking: Readonly<Record<string, RegExp>> = {
  '/my-reports': /\/api\/my-reports/,
  '/organization/people': /\/api\/org-memberships\?/,
  '/organization/invitations': /\/api\/org-invitations\?/,
  '/organization/requests': /\/api\/org-invitations\/[^/]+\/request/,
  '/organization/locations': /\/api\/orgs\/[^/]+\/locations/,
  '/settings/personal': /\/api\/users\/[^/]+\/(email-addresses|second-factors|sessions)$/,
  '/settings/notifications': /\/api\/.*email-preferences/,
  '/settings/organization': /\/api\/orgs\/[^/]+(\/(features|external-systems|locations))?$/,
  '/settings/organization/reporting-groups': /\/api\/orgs\/[^/]+\/reporting-groups/,
  '/settings/organization/worksites': /\/api\/orgs\/[^/]+\/worksite-locations/,
  '/settings/organization/alarms': /\/api\/orgs\/[^/]+\/(call-lists|alarm-settings)/,
  '/settings/organization/roles': /\/api\/orgs\/[^/]+\/user-groups/,
  '/settings/organization/sign-in': /\/api\/orgs\/[^/]+\/sso/,
  '/settings/organization/staff-access': /\/api\/orgs\/[^/]+\/staff-access/,
  '/mailbox': /\/api\/mailbox/,
};

test('failed requests of the pages about people and organizations are explained, on a desktop and at a phone’s width, and succeed when retried', {
  tag: '@desktop',
}, async ({ open }) => {
  test.setTimeout(120_000);
  const page = await open('admin', '/privacy');
  const again = page.getByRole('button', { name: 'Try again' });
  for (const [address, calls] of Object.entries(asking)) {
    await page.route(calls, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"className":"InternalServerError","status":500}',
      }),
    );
    // Loaded whole: pages show what others have fetched before.
    await page.goto(address);
    await expect(page, address).toHaveURL(address);
    await expect(again.first(), address).toBeVisible();
    await expect(
      page
        .getByText(
          'Something went wrong on our end. Please refresh the page or reach out to support if the error persists.',
        )
        .first(),
      address,
    ).toBeVisible();
    await inspect(page, `${address} that does not load`);
    await page.setViewportSize(phone.viewport!);
    await inspect(page, `${address} that does not load, at 390 px`);
    expect.soft(await sticksOut(page), `${address} that does not load, at 390 px`).toEqual([]);
    await page.setViewportSize(desktop.viewport!);
    await page.unroute(calls);
    for (let left = await again.count(); left > 0; left -= 1) {
      await again.first().click();
      await expect(again, address).toHaveCount(left - 1);
    }
    // From an address with another title.
    await go(page, '/privacy');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  }
});
