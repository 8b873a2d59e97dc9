import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { membership, type Membership } from '@plimsoll/contracts/organizations/answers';
import { createdAccessList, type CreatedAccess } from '@plimsoll/contracts/members/created-access';
import { encodePermissions } from '@plimsoll/contracts/permissions/permissions';
import { incidentList } from '@plimsoll/contracts/incidents/answers';
import { answer, guid, open, organizationGuid } from '../../../lib/test/stage.tsx';
import { EndMembershipDialog } from './MemberDialogs.tsx';
import { RoleDialog } from './RoleDialog.tsx';

const lea: Membership = membership.parse({
  userAccount: { guid: guid(31), name: 'Lea Leaver', primaryEmailAddress: 'lea@demo.example' },
  organizationGuid,
  organization: { guid: organizationGuid, name: 'Northern Rigging' },
  isAdmin: true,
  isOnboarded: true,
  userGroupNames: ['Standard'],
  reportingGroupGuid: null,
  permissions: encodePermissions(new Set()),
  ownPermissions: null,
  photo: null,
  logo: null,
  authType: 'USERNAME_PASSWORD',
  revision: 3,
});
const created = (kind: CreatedAccess['kind'], name: string, number: number): CreatedAccess => ({
  kind,
  name,
  guid: guid(number),
  createdAt: '2026-03-02T10:00:00.000Z',
});

function show(dialog: React.ReactElement, items: CreatedAccess[]) {
  const { asked } = open([{ path: '/', element: dialog }], '/', [
    http.get('*/api/reported-events', () =>
      answer(incidentList, { items: [], totalCount: 0, limit: 3, offset: 0, nextCursor: null, searchedFrom: null }),
    ),
    http.get('*/api/org-memberships/:org/:person/created-access', () =>
      answer(createdAccessList, { items, totalCount: items.length }),
    ),
    http.delete('*/api/org-memberships/:org/:person', () => new HttpResponse(null, { status: 204 })),
    http.patch('*/api/org-memberships/:org/:person', () => answer(membership, { ...lea, isAdmin: false })),
  ]);
  return { user: userEvent.setup(), sent: (method: string) => asked.filter((request) => request.method === method) };
}

const items = [
  created('INVITATION', 'second@demo.example', 41),
  created('API_KEY', 'Warehouse', 42),
  created('API_KEY', 'Payroll', 43),
  created('WEBHOOK', 'Dashboard', 44),
];
const boxes = () =>
  within(screen.getByRole('group', { name: /created access that works without them/ })).getAllByRole('checkbox');

it('removing a member shows what they created, revokes it by default, and keeps what is left unchecked', async () => {
  const { user, sent } = show(
    <EndMembershipDialog member={lea} onDone={() => undefined} onClose={() => undefined} />,
    items,
  );
  expect(await screen.findByText('Revoke 2 API keys')).toBeTruthy();
  expect(screen.getByText('Warehouse, Payroll')).toBeTruthy();
  expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, true]);
  await user.click(screen.getByRole('checkbox', { name: /Remove 1 webhook/ }));
  await user.click(screen.getByRole('button', { name: 'Remove Lea Leaver' }));
  await waitFor(() => expect(sent('DELETE').map(({ url }) => new URL(url).search)).toEqual(['?keep=WEBHOOK']));
});

it('removing a member who created nothing asks nothing about it', async () => {
  const { user, sent } = show(
    <EndMembershipDialog member={lea} onDone={() => undefined} onClose={() => undefined} />,
    [],
  );
  await screen.findByText(/waits for Lea Leaver/);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove Lea Leaver' }));
  await waitFor(() => expect(sent('DELETE').map(({ url }) => new URL(url).search)).toEqual(['']));
});

it('making an administrator a member revokes what they created, unless it is left unchecked', async () => {
  const { user, sent } = show(
    <RoleDialog member={lea} groups={[]} offered={['ADMIN', 'STANDARD']} onClose={() => undefined} />,
    items,
  );
  expect(screen.queryByText('Revoke 2 API keys')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Standard|^Member/ }));
  await user.click(await screen.findByRole('checkbox', { name: /Revoke 2 API keys/ }));
  await user.click(screen.getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
  expect(await sent('PATCH')[0]!.json()).toEqual({
    isAdmin: false,
    revoke: ['INVITATION', 'WEBHOOK', 'AUDITOR_GRANT'],
  });
});
