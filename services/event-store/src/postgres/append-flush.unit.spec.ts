import type { PreparedAppend } from './append-batch.ts';
import { nextBatch, type Job } from './append-flush.ts';

const job = (commandId: string, stream: string): Job => ({
  append: { tenant: 't', commandId, checks: [{ stream: { kind: 'note', guid: stream }, expect: 0 }], records: [], reservations: [], releases: [], keys: [], fingerprint: new Uint8Array() } satisfies PreparedAppend,
  resolve: () => undefined,
  reject: () => undefined,
});

describe('parting what waits into batches', () => {
  test('an append whose command and stream have one guid does not wait for itself', () => {
    const one = job('a', 'a');
    expect(nextBatch([one])).toEqual({ batch: [one], rest: [] });
  });

  test('what clashes with something before it waits, and so does what clashes with that', () => {
    const [first, second, third, free] = [job('1', 'x'), job('2', 'x'), job('2', 'y'), job('4', 'z')];
    expect(nextBatch([first, second, third, free])).toEqual({ batch: [first, free], rest: [second, third] });
  });
});
