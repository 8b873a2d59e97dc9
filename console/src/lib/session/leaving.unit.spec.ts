import { leaveFor, leaveUnlessLeaving } from './leaving.ts';

test('a page that is being left is not redirected elsewhere, unless it is shown again', () => {
  leaveUnlessLeaving('#home');
  expect(location.hash).toBe('#home');
  leaveFor('#settings');
  leaveUnlessLeaving('#home');
  expect(location.hash).toBe('#settings');
  dispatchEvent(new Event('pageshow'));
  leaveUnlessLeaving('#home');
  expect(location.hash).toBe('#home');
});
