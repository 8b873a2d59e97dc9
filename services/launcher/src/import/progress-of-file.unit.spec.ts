import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ProgressOfFile } from './progress-of-file.ts';

test('without a terminal, how far it is stands in a line again and again', async () => {
  const to = new PassThrough({ encoding: 'utf8' });
  let read = 50;
  const progress = new ProgressOfFile({ what: 'Checking', bytes: 200, read: () => read, to, eachMs: 5 });
  progress.begin();
  progress.tell(7);
  expect(String((await once(to, 'data'))[0])).toBe('Checking: 7 lines, 25 % of the file\n');
  progress.tell(8);
  read = 300;
  expect(String((await once(to, 'data'))[0])).toBe('Checking: 8 lines, 100 % of the file\n');
  progress.end();
});
