import { fireEvent, render, screen } from '@testing-library/react';
import { DateField } from './TextField.tsx';

/** Only a real browser lets half a day be typed. */
const judged = (field: HTMLElement, badInput: boolean) =>
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput } });

describe('a day', () => {
  it('of which half was typed, or which no calendar has, is said to be none as the field is left, and no more once it is one', () => {
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
