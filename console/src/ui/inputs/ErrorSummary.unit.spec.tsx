import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorSummary } from './ErrorSummary.tsx';
import { TextField } from './TextField.tsx';

const errors = [
  { field: 'location', message: 'Please enter the location of the event' },
  { field: null, message: 'Your event must have at least one injured person' },
];

function Form({ attempt, shown = errors }: { attempt: number; shown?: typeof errors }) {
  return (
    <>
      <ErrorSummary errors={shown} attempt={attempt} />
      <TextField label="Location" name="location" error={shown[0]?.message} />
    </>
  );
}

describe('the summary of what is wrong with a form', () => {
  it('takes the focus at each attempt to send, and not while the user types', () => {
    const { rerender } = render(<Form attempt={1} />);
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    screen.getByRole('textbox').focus();
    rerender(<Form attempt={1} shown={[errors[0]!]} />);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    rerender(<Form attempt={2} />);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });

  it('does not take the focus back when what was mended is wrong again', () => {
    const { rerender } = render(<Form attempt={1} />);
    screen.getByRole('textbox').focus();
    rerender(<Form attempt={1} shown={[]} />);
    rerender(<Form attempt={1} shown={[errors[0]!]} />);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('is said once, by the focus, and not with each letter that mends something', () => {
    render(<Form attempt={1} />);
    expect(screen.getByRole('alert').getAttribute('aria-live')).toBe('off');
  });

  it('links to the field, which shows the same text', async () => {
    render(<Form attempt={1} />);
    await userEvent.click(screen.getByRole('link', { name: 'Please enter the location of the event' }));
    const field = screen.getByRole('textbox', {
      name: 'Location',
      description: 'Please enter the location of the event',
    });
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the number of errors, and nothing without errors', () => {
    const { rerender } = render(<Form attempt={1} />);
    expect(screen.getByRole('heading', { name: '2 answers need your attention' })).toBeTruthy();
    rerender(<Form attempt={1} shown={[errors[0]!]} />);
    expect(screen.getByRole('heading', { name: '1 answer needs your attention' })).toBeTruthy();
    rerender(<Form attempt={1} shown={[]} />);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
