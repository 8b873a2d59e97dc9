import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { UnexpectedError } from './UnexpectedError.tsx';

it('the screen of an unexpected error reads as the specification has it, and its mail says what it is about', () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = new TypeError('nothing of this is shown');
  const { container } = render(<UnexpectedError error={error} />);
  expect(container.textContent).toContain(
    'Something went wrong!Any unsaved data may be lost. If this problem continues please contact support',
  );
  expect(screen.getByRole('link', { name: 'contact support' }).getAttribute('href')).toBe(
    'mailto:?subject=Unknown%20Error',
  );
  expect(container.textContent).not.toContain(error.message);
  expect(consoleError).toHaveBeenCalledWith(error);
  consoleError.mockRestore();
});
