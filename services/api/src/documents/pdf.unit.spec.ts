import { cpuMsOf } from '../../test/cpu-time.ts';
import { pdfOf } from './pdf.ts';

const documentOf = (text: string) => ({
  pageSize: 'LETTER' as const,
  defaultStyle: { font: 'Roboto', fontSize: 10 },
  content: [
    { text },
    { table: { widths: [150, '*'], body: [[{ text: 'Location' }, { text }]] } },
    { ul: [`from nothing to ${text}`] },
    { text: [{ text, bold: true }, ' amended'] },
  ],
});

test.each([
  ['one word of 10,000 letters', 'x'.repeat(10_000)],
  ['one word of 10,000 surrogate pairs', '😀'.repeat(5_000)],
  ['10,000 letters that are words of their own', 'a '.repeat(10_000)],
])('%s takes seconds at most, wherever it is', async (_, text) => {
  // Loads the library.
  await pdfOf(documentOf('A pallet slid.'));
  const took = await cpuMsOf(async () =>
    expect((await pdfOf(documentOf(text))).toString('latin1', 0, 5)).toBe('%PDF-'),
  );
  expect(took).toBeLessThan(6_000);
});
