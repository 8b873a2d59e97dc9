import { jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { fetchedLater } from './FetchedLater.tsx';

const MOMENT_MS = 2_000;

/**
 * A page with a closed or open lazy component, while the page waits for a response. Returns how often the component was
 * fetched, and a function that sends the response.
 */
function show(opened: boolean) {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<string>();
  void client.fetchQuery({ queryKey: ['event'], queryFn: () => promise });
  const load = jest.fn(
    async () =>
      ({ opened: isOpen }: { opened: boolean }) =>
        isOpen ? <p>The dialog</p> : null,
  );
  const Part = fetchedLater(load);
  render(
    <QueryClientProvider client={client}>
      <Part opened={opened} />
    </QueryClientProvider>,
  );
  return { client, load, answer: resolve };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a part that is not seen before it is opened', () => {
  it('is fetched while its page is at rest, and not before what the page shows has come', async () => {
    const { load, answer } = show(false);
    await pass(5 * MOMENT_MS);
    expect(load).not.toHaveBeenCalled();
    answer('Palm cut on a banding edge');
    await pass(MOMENT_MS);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('does not wait for refetches', async () => {
    const { client, load, answer } = show(false);
    answer('Palm cut on a banding edge');
    await pass(0);
    void client.fetchQuery({ queryKey: ['event'], queryFn: () => new Promise(() => undefined) });
    await pass(MOMENT_MS);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('comes at once when it is opened, whatever the page waits for', async () => {
    const { load } = show(true);
    await pass(0);
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The dialog')).toBeTruthy();
  });
});
