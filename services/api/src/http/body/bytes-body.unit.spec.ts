import { Readable } from 'node:stream';
import { HungUp } from '../limits/hang-up.ts';
import { readBytes, TooManyBytes } from './bytes-body.ts';

const LIMIT = 10;

test('a body is read in full, up to its limit', async () => {
  expect(String(await readBytes(Readable.from([Buffer.from('four'), Buffer.from('teen')]), LIMIT, undefined))).toBe(
    'fourteen',
  );
  await expect(readBytes(Readable.from([Buffer.alloc(11)]), LIMIT, undefined)).rejects.toThrow(TooManyBytes);
  await expect(readBytes(Readable.from([]), LIMIT, '11')).rejects.toThrow(TooManyBytes);
});

test('a body whose client hangs up is given up, also when it did so before anyone read it', async () => {
  const unread = new Readable({ read: () => undefined });
  const reading = readBytes(unread, LIMIT, undefined);
  unread.push('half');
  unread.destroy();
  await expect(reading).rejects.toThrow(HungUp);
  await expect(readBytes(unread, LIMIT, undefined)).rejects.toThrow(HungUp);
});
