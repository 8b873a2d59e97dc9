import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { Pager, pagesAround } from './Pager.tsx';

const show = (page: number, total: number) =>
  render(
    <MemoryRouter>
      <Pager page={page} pageSize={10} total={total} hrefFor={(each) => `/events/list/${each}`} />
    </MemoryRouter>,
  );

describe('the pages of a list', () => {
  it('have names, their arrows too, and addresses', () => {
    show(2, 148);
    expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('11 – 20 of 148');
    expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/events/list/1');
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/events/list/3');
    expect(screen.getByRole('link', { name: 'Page 15' }).getAttribute('href')).toBe('/events/list/15');
  });

  it('lead nowhere beyond the ends', () => {
    show(1, 148);
    const back = screen.getByRole('link', { name: 'Previous page' });
    expect([back.getAttribute('aria-disabled'), back.getAttribute('href')]).toEqual(['true', null]);
  });

  it('of a list that fits on one page are only counted', () => {
    show(1, 7);
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.getByText('1 – 7 of 7')).toBeTruthy();
  });

  it.each([
    [1, 15, [1, 2, 3, null, 15]],
    [4, 15, [1, 2, 3, 4, 5, null, 15]],
    [8, 15, [1, null, 7, 8, 9, null, 15]],
    [15, 15, [1, null, 13, 14, 15]],
    [1, 1, [1]],
    [2, 4, [1, 2, 3, 4]],
  ])('around page %i of %i are %j', (page, last, shown) => expect(pagesAround(page, last)).toEqual(shown));
});
