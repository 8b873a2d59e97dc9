import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { AppearanceProvider } from '../layout/AppearanceProvider.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { ConfirmDialog, Dialog } from '../feedback/Dialog.tsx';
import { TextField } from './TextField.tsx';

const show = (content: ReactNode) =>
  render(
    <AppearanceProvider>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </AppearanceProvider>,
  );
const close = () => {};

function LateField() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
      {isLoaded && <TextField label="Reviewer" name="reviewer" />}
    </>
  );
}

describe('a dialog starts', () => {
  it('at its first field, not at the button that closes it', async () => {
    show(
      <ConfirmDialog opened onClose={close} onConfirm={close} title="Return event 1048">
        <TextField label="Say what must change" name="comment" />
      </ConfirmDialog>,
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Say what must change' })),
    );
  });

  it('at the choice that is made already', async () => {
    const options = [
      { value: 'a', label: 'Daniel' },
      { value: 'b', label: 'Priya' },
    ];
    show(
      <ConfirmDialog opened onClose={close} onConfirm={close} title="Send event 1048">
        <ChoiceField label="Reviewer" options={options} value="b" onChange={close} />
      </ConfirmDialog>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Priya' })));
  });

  it('at a field that is loaded a moment later', async () => {
    show(
      <Dialog opened onClose={close} title="Send event 1048">
        <LateField />
      </Dialog>,
    );
    const load = await screen.findByRole('button', { name: 'Load' });
    act(() => load.click());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reviewer' })));
  });

  it('where the person has begun, when a field comes late', async () => {
    show(
      <Dialog opened onClose={close} title="Send event 1048">
        <LateField />
      </Dialog>,
    );
    const load = await screen.findByRole('button', { name: 'Load' });
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    await userEvent.click(load);
    await screen.findByRole('textbox', { name: 'Reviewer' });
    expect(document.activeElement).toBe(load);
  });
});
