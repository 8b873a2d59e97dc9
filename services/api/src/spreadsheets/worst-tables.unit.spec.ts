import { worstTables } from '../../test/spreadsheets/worst-tables.ts';
import { cpuMsOf } from '../../test/cpu-time.ts';
import { summarize } from './read-table-thread.ts';

const whole = { maxRows: 50_000, sampleRows: 5 };
const read = (content: Buffer, format: 'CSV' | 'XLSX') =>
  summarize({ bytes: new Uint8Array(content), format, ...whole });

test.each(worstTables)(
  '$what ($format): read in a time that grows with the size alone',
  async ({ format, make }) => {
    const content = await make(160_000);
    expect(await cpuMsOf(() => read(content, format))).toBeLessThan(4_000);
  },
  60_000,
);

test('more than 500 columns are refused with a reason, whatever is in them', async () => {
  const header = (columns: number) =>
    Buffer.from(`${Array.from({ length: columns }, (_, at) => `c${at}`).join()}\n1\n`);
  expect(await read(header(500), 'CSV')).toMatchObject({ rows: 1 });
  const reason = 'it has more than 500 columns: remove those that you do not need';
  expect(await read(header(501), 'CSV')).toBe(reason);
  const far = worstTables.find(({ what }) => what === 'a sheet that uses its last column only')!;
  expect(await read(await far.make(10_000), 'XLSX')).toBe(reason);
});

test('formatted cells without text are not columns', async () => {
  const formatted = worstTables.find(({ what }) => what.startsWith('a sheet whose rows are formatted'))!;
  expect(await read(await formatted.make(10_000), 'XLSX')).toMatchObject({ columns: ['ID'], rows: 99 });
});
