import { jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { positionAnswer } from '@plimsoll/contracts/organizations/answers';
import { usePollServerChanges, useServerChanges } from './server-changes.ts';
import { dropToken, holdToken } from '../../../lib/session/session.ts';
import { answer, guid, organizationGuid, priya } from '../../../lib/test/stage.tsx';

const SECOND = 1_000;
let position = 'one';
let requests: string[] = [];
let visibility: DocumentVisibilityState = 'visible';

function hold(seconds: number) {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=/g, '');
  holdToken(`${part({})}.${part({ sub: priya.userGuid, sid: guid(9), iat: 0, exp: seconds, organizations: [] })}.seal`);
}

function Page({ onChange }: { onChange: () => void }) {
  usePollServerChanges(organizationGuid);
  useServerChanges(onChange);
  return null;
}

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * SECOND));
const setVisibility = (to: DocumentVisibilityState) => {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  jest.useFakeTimers();
  position = 'one';
  requests = [];
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  globalThis.fetch = async (input) => {
    const { url } = input as Request;
    requests.push(typeof input === 'string' ? input : url);
    return answer(positionAnswer, { position });
  };
  hold(600);
});
afterEach(() => {
  jest.useRealTimers();
  dropToken();
});

const show = () => {
  const onChange = jest.fn();
  return { onChange, ...render(<Page onChange={onChange} />) };
};

describe('polling for changes', () => {
  it('notifies within five seconds of a change, and not without one', async () => {
    const { onChange } = show();
    await pass(5);
    onChange.mockClear();
    await pass(20);
    expect(onChange).not.toHaveBeenCalled();
    position = 'two';
    await pass(5);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('pauses in a hidden tab, and polls at once when the tab is visible again', async () => {
    const { onChange } = show();
    await pass(5);
    onChange.mockClear();
    setVisibility('hidden');
    requests = [];
    position = 'two';
    await pass(120);
    expect(requests).toEqual([]);
    setVisibility('visible');
    await pass(0.1);
    expect(requests).toHaveLength(1);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('does not refresh the token: after it expires, polling stops until the user touches the page', async () => {
    show();
    await pass(700);
    expect(requests.some((address) => address.includes('/auth'))).toBe(false);
    requests = [];
    await pass(3_600);
    expect(requests).toEqual([]);
    document.dispatchEvent(new Event('pointerdown'));
    await pass(0.1);
    expect(requests.map((address) => new URL(address).pathname)).toContain('/api/auth/refresh');
  });

  it('stops when the page is unmounted', async () => {
    const { unmount } = show();
    await pass(5);
    unmount();
    requests = [];
    await pass(60);
    document.dispatchEvent(new Event('pointerdown'));
    await pass(1);
    expect(requests).toEqual([]);
  });
});
