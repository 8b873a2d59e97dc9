import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Progress } from './progress.ts';

test('without a terminal, progress is printed as lines', async () => {
  const to = new PassThrough({ encoding: 'utf8' });
  let [read, lines] = [50, 7];
  const progress = new Progress({
    what: 'Checking',
    total: 200,
    done: () => read,
    suffix: (percent) => `${lines} lines, ${percent} % of the file`,
    to,
    eachMs: 5,
  });
  progress.begin();
  expect(String((await once(to, 'data'))[0])).toBe('Checking: 7 lines, 25 % of the file\n');
  [read, lines] = [300, 8];
  progress.update();
  expect(String((await once(to, 'data'))[0])).toBe('Checking: 8 lines, 100 % of the file\n');
  progress.end();
});
