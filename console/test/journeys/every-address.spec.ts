import { expect, test, type Page } from './support/journey.ts';

/**
 * What each address opens for an admin, a manager and a standard member of the demo, by the specification's rights: typed by
 * hand. One title is everybody's; `no` is the refusal, and an arrow leads on to another address.
 */
const no = "You don't have access";
const home = '→ /dashboard';
const table: Readonly<Record<string, string | readonly [admin: string, manager: string, member: string]>> = {
  '/home': home,
  '/welcome': home,
  '/choose-organization': 'Choose an organization',
  '/dashboard': /* by the hour and the name */ 'Good ',
  '/dashboard/to-do-list': 'To do',
  '/events': '→ /events/list/1',
  '/events/list/1': 'Events',
  '/events/add': 'Report an event',
  '/events/import': ['Import events', 'Import events', no],
  '/events/manage-forms': ['Forms', no, no],
  '/events/manage-forms/built-in': ['Forms', no, no],
  '/tasks': 'Corrective actions',
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
  '/settings/organization/payment/choose-plan': ['Choose Payment Plan', no, no],
  '/settings/organization/reporting': ['Reporting Metrics', 'Reporting Metrics', no],
  '/settings/organization/reporting-groups': ['Reporting Groups', no, no],
  '/settings/organization/worksites': ['Worksites', no, no],
  '/settings/organization/add-location': ['Add a location', no, no],
  '/settings/organization/codes': 'Locations',
  '/settings/organization/roles': ['Roles', no, no],
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
  '/nowhere': 'Nothing here',
};

/** Goes there as a link does: the console is not loaded anew for each address. */
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
      // From an address that shows something else, so that what is seen is the answer and not what was there.
      if (answer === before) {
        await go(page, '/settings/personal');
        await expect(title).toHaveText('Your Settings');
      }
      before = answer;
      const leadsOn = answer.startsWith('→');
      await go(page, address);
      await expect.soft(page, address).toHaveURL((url) => url.pathname === (leadsOn ? answer.slice(2) : address));
      if (!leadsOn) await expect.soft(title, address).toHaveText(answer === 'Good ' ? /^Good / : answer);
      if (answer === no) await expect.soft(page.getByText("We don't think you're allowed to see this."), address).toBeVisible();
    }
  });
}
