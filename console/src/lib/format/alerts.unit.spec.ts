import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { closeAlert, closeEarlierPrompts, holdAlerts, showAlert, useAlerts } from './alerts.ts';

const failure = { type: 'error', title: 'Unable to fetch updated notifications' } as const;

describe('floating alerts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    act(() => jest.runAllTimers());
    jest.useRealTimers();
  });

  it('are not doubled when type and title are the same', () => {
    const { result } = renderHook(() => useAlerts());
    act(() => [failure, failure, { ...failure, type: 'warning' as const }].forEach(showAlert));
    expect(result.current.map(({ type }) => type)).toEqual(['error', 'warning']);
  });

  it('close by themselves after five seconds, in 200 ms', () => {
    const { result } = renderHook(() => useAlerts());
    act(() => showAlert(failure));
    act(() => jest.advanceTimersByTime(4999));
    expect(result.current[0]?.closing).toBeUndefined();
    act(() => jest.advanceTimersByTime(1));
    expect(result.current[0]?.closing).toBe(true);
    act(() => jest.advanceTimersByTime(200));
    expect(result.current).toEqual([]);
  });

  it('that offer a way to go on wait for an answer, and leave with the next screen after fifteen seconds', () => {
    const { result } = renderHook(() => useAlerts());
    act(() =>
      showAlert({ type: 'success', title: 'Event 7 was deleted', action: { label: 'Undo', onPress: () => {} } }),
    );
    act(() => jest.advanceTimersByTime(14_999));
    act(() => closeEarlierPrompts());
    expect(result.current[0]?.closing).toBeUndefined();
    act(() => jest.advanceTimersByTime(60_000));
    expect(result.current[0]?.closing).toBeUndefined();
    act(() => closeEarlierPrompts());
    expect(result.current[0]?.closing).toBe(true);
  });

  it('stay while someone reads them, and those that must be closed by hand stay anyway', () => {
    const { result } = renderHook(() => useAlerts());
    act(() => showAlert(failure));
    act(() => holdAlerts(true));
    act(() => jest.advanceTimersByTime(60_000));
    expect(result.current).toHaveLength(1);
    act(() => holdAlerts(false));
    act(() => showAlert({ type: 'error', title: 'Stays', autoDismiss: false }));
    act(() => jest.advanceTimersByTime(6000));
    expect(result.current.map(({ title }) => title)).toEqual(['Stays']);
    act(() => closeAlert('error:Stays'));
  });
});
