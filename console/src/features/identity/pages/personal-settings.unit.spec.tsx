import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { secondFactors } from '@plimsoll/contracts/identity/second-factors';
import { sessionList } from '@plimsoll/contracts/identity/sessions';
import { user as account, type User } from '@plimsoll/contracts/identity/user';
import { problem } from '@plimsoll/contracts/errors/problem';
import { answer, guid, open, priya } from '../../../lib/test/stage.tsx';
import { refreshSession, useSignInReason } from '../../../lib/session/session.ts';
import { Component } from './personal-settings.route.tsx';
import { SessionExpiredDialog } from '../components/SessionExpiredDialog.tsx';

function Page() {
  const why = useSignInReason();
  return (
    <>
      <Component />
      {why && <SessionExpiredDialog why={why} />}
    </>
  );
}

const routes = [
  { path: '/settings/personal', Component: Page },
  { path: '/privacy', element: null },
];
const users = '*/api/users/:guid';

const priyas: User = {
  guid: priya.userGuid,
  name: priya.name,
  username: null,
  primaryEmailAddress: 'priya@demo.example',
  globalAdmin: false,
  userPermissions: { managePassword: true, managePersonalInformation: true, manageProfilePhoto: true },
  photo: null,
  isUsingDefaultImage: true,
  emailAddresses: [
    { emailAddress: 'priya@demo.example', isPrimary: true, isVerified: true },
    { emailAddress: 'second@demo.example', isPrimary: false, isVerified: true },
    { emailAddress: 'third@demo.example', isPrimary: false, isVerified: false },
  ],
  organizationMemberships: [],
  onboardingStatus: 'ONBOARDED',
};
const refusal = (status: number, className: string) =>
  answer(
    problem,
    {
      type: `urn:plimsoll:error:${className}`,
      title: className,
      status,
      className,
      detail: className,
      fieldErrors: [],
      requestId: '1',
    },
    status,
  );
const when = '2026-07-01T12:00:00.000Z';

/** Renders the page for Priya. The given handlers come first. */
async function show(handlers: RequestHandler[] = [], user = priyas) {
  const stage = open(routes, '/privacy', [
    ...handlers,
    http.get(users, () => answer(account, user)),
    http.get(`${users}/second-factors`, () =>
      answer(secondFactors, { totp: null, passkeys: [], recoveryCodesLeft: 0 }),
    ),
    http.get(`${users}/sessions`, () =>
      answer(sessionList, {
        items: [
          {
            sessionGuid: guid(9),
            startedAt: when,
            lastSeenAt: when,
            device: 'Firefox on Windows',
            method: 'PASSWORD',
            isCurrent: true,
          },
        ],
        totalCount: 1,
      }),
    ),
  ]);
  await refreshSession();
  await act(() => stage.router.navigate('/settings/personal'));
  await screen.findByRole('list', { name: 'Where you are signed in' });
  await screen.findByRole('list', { name: 'Two-step sign-in' });
  return {
    ...stage,
    user: userEvent.setup(),
    sent: (method: string) =>
      stage.asked.filter((request) => request.method === method && request.url.includes('/users/')),
  };
}

beforeEach(() => {
  window.innerWidth = 1440;
});

describe('the settings of the user’s account', () => {
  it('list the organizations, and leave one after asking', async () => {
    const memberships = [
      { organizationGuid: guid(21), organizationName: 'Northern Rigging', isAdmin: true },
      { organizationGuid: guid(22), organizationName: 'Quay Works', isAdmin: false },
    ];
    const { user, asked } = await show(
      [http.delete('*/api/org-memberships/:org/:person', () => new HttpResponse(null, { status: 409 }))],
      { ...priyas, organizationMemberships: memberships },
    );
    const list = screen.getByRole('list', { name: 'Your organizations' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Northern RiggingAdminLeave… Northern Rigging', 'Quay WorksLeave… Quay Works']);
    await user.click(within(list).getByRole('button', { name: 'Leave… Quay Works' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave Quay Works' });
    expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Leave Quay Works' }));
    await waitFor(() =>
      expect(asked.filter(({ method }) => method === 'DELETE').map(({ url }) => new URL(url).pathname)).toEqual([
        `/api/org-memberships/${guid(22)}/${priya.userGuid}`,
      ]),
    );
  });

  it('offers the permitted commands on each address', async () => {
    await show();
    const rows = within(screen.getByRole('list', { name: 'Email addresses' })).getAllByRole('listitem');
    expect(
      rows.map((row) =>
        within(row)
          .queryAllByRole('button')
          .map((button) => button.textContent),
      ),
    ).toEqual([
      [],
      ['Make primary second@demo.example', 'Remove… second@demo.example'],
      ['Send the mail again third@demo.example', 'Remove… third@demo.example'],
    ]);
    expect(rows[0]!.textContent).toContain('Primary');
    expect(rows[2]!.textContent).toContain('Not verified');
  });

  it('does not offer what the organization has disabled, and says so', async () => {
    await show([], {
      ...priyas,
      userPermissions: { managePassword: false, managePersonalInformation: false, manageProfilePhoto: false },
    });
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    expect(names.filter((name) => /name|photo|address|password|primary|mail/i.test(name ?? ''))).toEqual([]);
    expect(screen.getAllByText('An administrator of your organization has switched off changing this.').length).toBe(3);
  });

  it('has a warning when few recovery codes are left', async () => {
    await show([
      http.get(`${users}/second-factors`, () =>
        answer(secondFactors, { totp: { addedAt: when }, passkeys: [], recoveryCodesLeft: 1 }),
      ),
    ]);
    expect(screen.getByText(/^You have 1 recovery code left\./)).toBeTruthy();
  });

  it('shows which parts failed to load, and the others', async () => {
    await show();
    expect(screen.queryByText('Could not load')).toBeNull();
    document.body.innerHTML = '';
    open(routes, '/settings/personal', [
      http.get(users, () => answer(account, priyas)),
      http.get(`${users}/*`, () => HttpResponse.error()),
    ]);
    await screen.findByRole('list', { name: 'Email addresses' });
    await waitFor(() => expect(screen.getAllByText('Could not load')).toHaveLength(2));
  });
});

it('is closed to a session of an organization that does not govern the account, which says how to open it', async () => {
  const { router } = open(routes, '/privacy', [
    http.get(users, () => refusal(403, 'Forbidden')),
    http.get(`${users}/second-factors`, () => refusal(403, 'Forbidden')),
    http.get(`${users}/sessions`, () => refusal(403, 'Forbidden')),
  ]);
  await refreshSession();
  await act(() => router.navigate('/settings/personal'));
  expect(await screen.findByText(/sign out and sign in with your own password/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign out' })).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

describe('a command that requires a recent sign-in', () => {
  const remove = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: 'Remove… second@demo.example' }));
    await user.click(await screen.findByRole('button', { name: 'Remove address' }));
    return screen.findByRole('dialog', { name: 'Sign in again' });
  };

  it('asks for the password over the page and then runs', async () => {
    let isRecent = false;
    const { user, sent } = await show([
      http.delete(`${users}/email-addresses/:address`, () =>
        isRecent ? new HttpResponse(null, { status: 204 }) : refusal(403, 'RecentSignInRequired'),
      ),
      http.post('*/api/auth', async ({ request }) => {
        const credentials = (await request.json()) as { identifier: string; password: string };
        if (credentials.password !== 'right') return refusal(401, 'IncorrectPassword');
        expect(credentials.identifier).toBe('priya@demo.example');
        isRecent = true;
        return HttpResponse.json({
          jwt: `${btoa('{}')}.${btoa(JSON.stringify({ sub: priya.userGuid, sid: guid(10), iat: 0, exp: 600, organizations: [] }))}.seal`,
        });
      }),
    ]);
    const dialog = within(await remove(user));
    await user.type(dialog.getByLabelText('Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Sign in' }));
    await dialog.findByText('Incorrect email address or password.');
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right');
    await user.click(dialog.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second, ...more] = sent('DELETE');
    expect(more).toEqual([]);
    expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
  });

  it('shows the error in its own dialog when the sign-in is cancelled', async () => {
    const { user, sent } = await show([
      http.delete(`${users}/email-addresses/:address`, () => refusal(403, 'RecentSignInRequired')),
    ]);
    const dialog = within(await remove(user));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await screen.findByText('Sign in again to change this.');
    expect(screen.getByRole('dialog', { name: 'Remove address' })).toBeTruthy();
    expect(sent('DELETE')).toHaveLength(1);
  });
});

describe('changing the password', () => {
  it('shows an incorrect current password at its field, without asking for a sign-in', async () => {
    const { user, sent } = await show([http.post(`${users}/password`, () => refusal(401, 'IncorrectPassword'))]);
    await user.click(screen.getByRole('button', { name: 'Change password…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Current password'), 'wrong');
    await user.type(dialog.getByLabelText('New password'), 'quay-lantern-83');
    await user.type(dialog.getByLabelText('New password once more'), 'quay-lantern-83');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(sent('POST')).toHaveLength(1);
    expect((dialog.getByLabelText('New password') as HTMLInputElement).value).toBe('quay-lantern-83');
  });
});
