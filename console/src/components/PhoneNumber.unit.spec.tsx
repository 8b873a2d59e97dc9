import { render, screen } from '@testing-library/react';
import { PhoneNumber } from './PhoneNumber.tsx';

test('a phone number is a link that calls it, with its extension', () => {
  render(<PhoneNumber text="+1 (780) 555-0111 ext. 12" label="Call the yard" />);
  expect(screen.getByRole('link', { name: 'Call the yard' }).getAttribute('href')).toBe('tel:+17805550111;ext=12');
});

test.each(['Gate 2', 'Radio channel 7', '911 or 112'])('%s, which is no phone number, is text', (text) => {
  const { container } = render(<PhoneNumber text={text} label="Call it" />);
  expect(container.textContent).toBe(text);
  expect(screen.queryByRole('link')).toBeNull();
});
