import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { QueryView } from './QueryView.tsx';

const refetch = jest.fn(async () => ({}) as never);

interface Face {
  data?: string;
  error?: Error;
  isPending?: boolean;
}
const failure = (status: number, message: string) => Object.assign(new Error(message), { status });

const show = ({ data, error, isPending = false }: Face) => (
  <MemoryRouter>
    <QueryView
      query={{ data, error: error ?? null, isPending, isPlaceholderData: false, refetch }}
      home="/home"
      skeleton={<p>Grey bars</p>}
    >
      {(words) => <p>{words}</p>}
    </QueryView>
  </MemoryRouter>
);

describe('the faces of a query', () => {
  it('show a skeleton only after 200 ms', () => {
    jest.useFakeTimers();
    render(show({ isPending: true }));
    act(() => jest.advanceTimersByTime(199));
    expect(screen.queryByText('Grey bars')).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByText('Grey bars')).toBeTruthy();
    jest.useRealTimers();
  });

  it('show the content in an element of its own, and not the skeleton grown and moved', () => {
    const { container, rerender } = render(show({ isPending: true }));
    const waiting = container.firstElementChild;
    rerender(show({ data: '148 events' }));
    expect(screen.getByText('148 events').parentElement).toBe(container.firstElementChild);
    expect(container.firstElementChild).not.toBe(waiting);
  });

  it('keep what was there when a later try fails', () => {
    render(show({ data: '148 events', error: failure(0, 'No network') }));
    expect(screen.getByText('148 events')).toBeTruthy();
    expect(screen.queryByText('Could not load')).toBeNull();
  });

  it('offer to try again after a failure, in its words', async () => {
    render(show({ error: failure(0, 'Something went wrong. Please check your internet connection and try again...') }));
    expect(screen.getByText(/check your internet connection/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('without a network are no failure, and try again as soon as there is one', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(show({ error: failure(0, 'Something went wrong. Please check your internet connection and try again...') }));
    expect(screen.getByRole('heading', { name: 'No signal' })).toBeTruthy();
    expect(screen.queryByText(/went wrong|Could not load/)).toBeNull();
    refetch.mockClear();
    onLine.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    expect(refetch).toHaveBeenCalledTimes(1);
    onLine.mockRestore();
  });

  it('tell forbidden from failed, and offer no second try then', () => {
    render(show({ error: failure(403, "We don't think you're allowed to see this.") }));
    expect(screen.getByText("We don't think you're allowed to see this.")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/home');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
