import { setImmediate as nextTurn } from 'node:timers/promises';
import { DownloadPace } from './download-pace.ts';

test('many downloads open four pieces per turn of the event loop, in their order, and all of them in the end', async () => {
  const pace = new DownloadPace();
  const opened: number[] = [];
  async function* file(): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < 3; piece++) yield Buffer.from([piece]);
  }
  const downloads = Array.from({ length: 40 }, async (_, index) => {
    for await (const _piece of pace.of(file())) opened.push(index);
  });
  for (let turn = 0; turn < 3; turn++) {
    const before = opened.length;
    await nextTurn();
    expect(opened.length - before).toBeLessThanOrEqual(4);
  }
  expect(opened.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await Promise.all(downloads);
  expect(opened).toHaveLength(120);
});
