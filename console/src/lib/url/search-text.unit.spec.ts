import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSearchText } from './url-state.ts';

/** A field whose address changes only when the test says so. */
function field() {
  const committed: string[] = [];
  const hook = renderHook(({ text }) => useSearchText(text, (words) => committed.push(words)), {
    initialProps: { text: '' },
  });
  return {
    committed,
    typed: () => hook.result.current.typed,
    type: (text: string, wait = 300) =>
      act(() => {
        hook.result.current.type(text);
        jest.advanceTimersByTime(wait);
      }),
    address: (text: string) => hook.rerender({ text }),
    clear: () => act(() => hook.result.current.clear()),
  };
}

describe('the words of a search', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('keep the space that was typed before the pause', () => {
    const { type, address, typed, committed } = field();
    type('fork ');
    address('fork');
    expect([typed(), committed]).toEqual(['fork ', ['fork']]);
    type('fork lift');
    expect(committed).toEqual(['fork', 'fork lift']);
  });

  it('lose nothing to an address that comes late from what was typed before', () => {
    const { type, address, typed } = field();
    type('fork');
    type('forkl');
    type('forkli', 10);
    address('fork');
    expect(typed()).toBe('forkli');
    address('forkl');
    expect(typed()).toBe('forkli');
  });

  it('follow the address when something else changes it, as Back does', () => {
    const { type, address, typed, committed } = field();
    type('fork');
    address('fork');
    type('forklift', 10);
    address('sling');
    expect(typed()).toBe('sling');
    act(() => void jest.advanceTimersByTime(500));
    expect(committed).toEqual(['fork']);
  });

  it('that are cleared do not come back a moment later', () => {
    const { type, clear, typed, committed } = field();
    type('fork', 100);
    clear();
    act(() => void jest.advanceTimersByTime(500));
    expect([typed(), committed]).toEqual(['', []]);
  });
});
