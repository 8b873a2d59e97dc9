import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { UnexpectedError } from './UnexpectedError.tsx';

it('the page of an unexpected error has the text of the specification and a mail link with a subject', () => {
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

it('says only that there is no signal when a part of the program cannot be loaded for lack of it', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { container } = render(
    <UnexpectedError error={new TypeError('Failed to fetch dynamically imported module')} />,
  );
  expect(container.textContent).toBe('No signalThis needs a connection. It loads when you are back online.');
  onLine.mockRestore();
});
