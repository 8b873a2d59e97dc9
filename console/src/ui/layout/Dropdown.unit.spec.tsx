import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dropdown, DropdownGroup } from './Dropdown.tsx';

function Bar() {
  return (
    <>
      <DropdownGroup>
        <Dropdown label="Notifications" trigger={{ children: 'Bell' }}>
          <a href="#task">A task</a>
        </Dropdown>
        <Dropdown label="Your profile" trigger={{ children: 'Priya' }}>
          {(close) => (
            <button type="button" onClick={close}>
              Done
            </button>
          )}
        </Dropdown>
      </DropdownGroup>
      <p>Elsewhere</p>
    </>
  );
}

const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true';

describe('the dropdowns of the bar', () => {
  const scrollTo = jest.fn();
  beforeEach(() => {
    scrollTo.mockClear();
    window.scrollTo = scrollTo as never;
    render(<Bar />);
  });

  it('are open one at a time, and opening one scrolls to the top', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Bell' }));
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeTruthy();
    expect(scrollTo).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Priya' }));
    expect([isOpen('Bell'), isOpen('Priya')]).toEqual([false, true]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull());
  });

  it('close by Escape, and give the focus back to their button', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Bell' }));
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(isOpen('Bell')).toBe(false);
    expect(document.activeElement?.textContent).toBe('Bell');
  });

  it('close by a click elsewhere, by their own button, and from within', async () => {
    const bell = screen.getByRole('button', { name: 'Bell' });
    await userEvent.click(bell);
    await userEvent.click(screen.getByText('Elsewhere'));
    expect(isOpen('Bell')).toBe(false);
    await userEvent.click(bell);
    await userEvent.click(bell);
    expect(isOpen('Bell')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Priya' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(isOpen('Priya')).toBe(false);
  });
});
