import { fireEvent, render, screen } from '@testing-library/react';
import { DateField } from './TextField.tsx';

/** Simulates an incomplete date, which only a real browser allows. */
const judged = (field: HTMLElement, badInput: boolean) =>
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput } });

describe('a day', () => {
  it('that is incomplete or invalid is an error when the field is left, until it is a date', () => {
    render(<DateField label="Due date" name="dueDate" defaultValue="" error="Please enter a due date" />);
    const field = screen.getByLabelText('Due date');
    fireEvent.blur(judged(field, false));
    expect(screen.getByText('Please enter a due date')).toBeTruthy();

    fireEvent.blur(judged(field, true));
    expect(screen.getByText('Date should be in the format Month DD YYYY')).toBeTruthy();
    expect(screen.queryByText('Please enter a due date')).toBeNull();
    expect(field.getAttribute('aria-invalid')).toBe('true');

    judged(field, false);
    fireEvent.input(field, { target: { value: '2026-04-28' } });
    expect(screen.queryByText('Date should be in the format Month DD YYYY')).toBeNull();
  });
});
