import { claimsOf } from './append-batch.ts';
import { nextBatch, type Job } from './append-flush.ts';

const job = (commandId: string, stream: string, ...reliedUpon: string[]): Job => {
  const checks = [stream, ...reliedUpon].map((guid) => ({ stream: { kind: 'note', guid }, expect: 0 }));
  const append = {
    tenant: 't',
    commandId,
    checks,
    records: [{ check: 0, numbered: false, body: '' }],
    reservations: [],
    releases: [],
    keys: [],
    fingerprint: new Uint8Array(),
  };
  return { append: { ...append, claims: claimsOf(append) }, resolve: () => undefined, reject: () => undefined };
};

describe('parting what waits into batches', () => {
  test('an append whose command and stream have one guid does not wait for itself', () => {
    const one = job('a', 'a');
    expect(nextBatch([one])).toEqual({ batch: [one], rest: [] });
  });

  test('what clashes with something before it waits, and so does what clashes with that', () => {
    const [first, second, third, free] = [job('1', 'x'), job('2', 'x'), job('2', 'y'), job('4', 'z')];
    expect(nextBatch([first, second, third, free])).toEqual({ batch: [first, free], rest: [second, third] });
  });

  test('many rely upon one stream together, and a writer to it waits for them, as they wait for it', () => {
    const [one, other, writer, late] = [
      job('1', 'x', 'group'),
      job('2', 'y', 'group'),
      job('3', 'group'),
      job('4', 'z', 'group'),
    ];
    expect(nextBatch([one, other, writer, late])).toEqual({ batch: [one, other], rest: [writer, late] });
    expect(nextBatch([writer, late])).toEqual({ batch: [writer], rest: [late] });
  });
});
