import { repeatConnecting } from './repeat-connecting.ts';

/** A connection that times out so often, on a clock that moves two seconds with each attempt. */
function slow(times: number, message = 'timeout expired') {
  let [attempts, clock] = [0, 0];
  return {
    attempts: () => attempts,
    connect: async () => {
      clock += 2_000;
      if (attempts++ < times) throw new Error(message);
      return 'connected';
    },
    patience: { limitMs: 10_000, now: () => clock, pause: async () => undefined },
  };
}

test.each(['timeout expired', 'timeout exceeded when trying to connect'])(
  'a connection that ends with "%s" is tried again until it succeeds',
  async (message) => {
    const { connect, patience, attempts } = slow(3, message);
    expect(await repeatConnecting('the event log', connect, patience)).toBe('connected');
    expect(attempts()).toBe(4);
  },
);

test('after the limit of a start the error names what could not connect', async () => {
  const { connect, patience, attempts } = slow(Infinity);
  await expect(repeatConnecting('the event log', connect, patience)).rejects.toThrow(
    'The database did not answer within 10 s when the event log connected to it',
  );
  expect(attempts()).toBe(5);
});

test('any other error is thrown at once', async () => {
  const { connect, patience, attempts } = slow(1, 'password authentication failed for user "plimsoll_app"');
  await expect(repeatConnecting('the event log', connect, patience)).rejects.toThrow('password authentication failed');
  expect(attempts()).toBe(1);
});
