import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Alerts } from './Alerts.tsx';

const undone: string[] = [];
const deleted = {
  id: '7',
  type: 'success',
  title: 'Event 7 was deleted',
  action: { label: 'Undo', onPress: () => undone.push('7') },
} as const;
const focusedName = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

function Page({
  alerts = [deleted],
  covered = false,
}: {
  alerts?: Parameters<typeof Alerts>[0]['alerts'];
  covered?: boolean;
}) {
  return (
    <>
      <h1 tabIndex={-1}>Events</h1>
      <button type="button">First</button>
      <button type="button">Second</button>
      {covered && (
        <div role="dialog" aria-modal="true" aria-label="Filters">
          <button type="button">In the dialog</button>
        </div>
      )}
      <Alerts alerts={alerts} onClose={() => {}} onHold={() => {}} />
    </>
  );
}

// jsdom has no layout, so nothing covers anything.
beforeAll(() => void (document.elementFromPoint = () => null));

describe('the action of an alert', () => {
  it('is one key away from anywhere, and that key leads back', async () => {
    const user = userEvent.setup();
    render(<Page />);
    screen.getByRole('button', { name: 'First' }).focus();
    await user.keyboard('{F6}');
    expect(focusedName()).toBe('Undo: Event 7 was deleted');
    await user.keyboard('{F6}');
    expect(focusedName()).toBe('First');
    await user.keyboard('{F6}{Enter}');
    expect(undone).toEqual(['7']);
  });

  it('says by which key', () => {
    render(<Page />);
    expect(screen.getByRole('button', { name: 'Undo: Event 7 was deleted' }).getAttribute('aria-keyshortcuts')).toBe(
      'F6',
    );
    expect(screen.getByText('F6')).toBeTruthy();
  });

  it('is that of the newest where there are several', async () => {
    const user = userEvent.setup();
    render(<Page alerts={[deleted, { ...deleted, id: '8', title: 'Event 8 was deleted' }]} />);
    await user.keyboard('{F6}');
    expect(focusedName()).toBe('Undo: Event 8 was deleted');
  });

  it('takes nobody out of a dialog, and the key does nothing while there is none', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Page covered />);
    screen.getByRole('button', { name: 'In the dialog' }).focus();
    await user.keyboard('{F6}');
    expect(focusedName()).toBe('In the dialog');
    rerender(<Page alerts={[]} />);
    screen.getByRole('button', { name: 'Second' }).focus();
    await user.keyboard('{F6}');
    expect(focusedName()).toBe('Second');
  });
});
