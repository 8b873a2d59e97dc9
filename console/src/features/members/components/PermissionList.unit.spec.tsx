import { render, screen, within } from '@testing-library/react';
import type { Permission } from '../../../lib/session/permissions.ts';
import { shownPermissions } from '../permission-labels.ts';
import { PermissionList } from './PermissionList.tsx';

const list = (held: readonly Permission[]) => render(<PermissionList held={new Set(held)} />);
const labelsIn = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('permissions list what a member may do; the rest is collapsed, with its number', () => {
  list(['REVIEW_EVENTS', 'MANAGE_WORKSITE_LOCATIONS']);
  expect(labelsIn('Events')).toEqual(['Review events']);
  expect(labelsIn('The organization')).toEqual(['Manage worksites']);
  expect(screen.queryByRole('list', { name: 'People' })).toBeNull();
  const rest = screen.getByText(`Not allowed (${shownPermissions.length - 2})`).closest('details')!;
  expect(rest.open).toBe(false);
  expect(rest.textContent).toContain('Approve events');
  expect(rest.textContent).not.toContain('Review events');
});

test('an administrator has nothing collapsed, and who has no permission is described', () => {
  const { unmount } = list(shownPermissions);
  expect(document.querySelector('details')).toBeNull();
  unmount();
  list([]);
  expect(screen.getByText('Reports events, and sees their own.')).toBeTruthy();
  expect(screen.getByText(`Not allowed (${shownPermissions.length})`)).toBeTruthy();
});
