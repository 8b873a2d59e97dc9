import { leaveFor, leaveUnlessLeaving } from './leaving.ts';

test('whoever is on their way to a page is taken to no other, until the one that they left comes back', () => {
  leaveUnlessLeaving('#home');
  expect(location.hash).toBe('#home');
  leaveFor('#settings');
  leaveUnlessLeaving('#home');
  expect(location.hash).toBe('#settings');
  dispatchEvent(new Event('pageshow'));
  leaveUnlessLeaving('#home');
  expect(location.hash).toBe('#home');
});
