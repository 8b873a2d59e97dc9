import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { cpuMsOf } from '../../test/cpu-time.ts';
import { pdfOf } from './pdf.ts';
import { PLACEHOLDER } from './text-runs.ts';
import { placeVisually } from './visual-order.ts';

const documentOf = (...content: object[]) => ({
  pageSize: 'LETTER' as const,
  defaultStyle: { font: 'Roboto', fontSize: 10 },
  styles: { term: { fontSize: 9 } },
  content: content as never,
});

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** What a reader of PDF finds on the pages, with the places of its pieces. */
async function read(pdf: Buffer): Promise<Piece[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, page) => {
      const { items } = await (await document.getPage(page + 1)).getTextContent({ disableNormalization: true });
      return (items as { str: string; transform: number[] }[]).map(({ str, transform }) => ({
        text: str,
        x: transform[4]!,
        y: transform[5]!,
      }));
    }),
  );
  return pages.flat().filter(({ text }) => text.trim() !== '');
}
const lettersOf = (text: string) =>
  [...text.normalize('NFC').replaceAll(/[\s\u200B-\u200F\uFE0F]/g, '')].sort().join('');
const drawn = async (text: string): Promise<string> =>
  lettersOf((await read(await pdfOf(documentOf({ text })))).map((piece) => piece.text).join(''));

test.each([
  ['Arabic', 'سقط عامل من السلم'],
  ['Hebrew', 'העובד נפל מהסולם'],
  ['Chinese', '工人从梯子上摔下来，手腕受伤'],
  ['Japanese', '作業員がはしごから落ちた'],
  ['Korean', '작업자가 사다리에서 떨어졌다'],
  ['Thai', 'คนงานตกจากบันไดและข้อมือเจ็บ'],
  ['Hindi', 'मजदूर सीढ़ी से गिर गया'],
  ['Punjabi', 'ਮਜ਼ਦੂਰ ਪੌੜੀ ਤੋਂ ਡਿੱਗ ਪਿਆ'],
  ['Inuktitut', 'ᐃᖅᑲᓇᐃᔭᖅᑎ ᑲᑕᒃᑐᖅ'],
  ['Tamil', 'தொழிலாளி விழுந்தார்'],
  ['Bengali', 'শ্রমিক পড়ে গেছে'],
  ['Gujarati', 'કામદાર પડી ગયો'],
  ['Amharic', 'ሠራተኛው ወደቀ'],
  ['Salish', 'xʷməθkʷəm'],
  ['Ukrainian', 'Працівник упав'],
  ['Vietnamese', 'Công nhân bị ngã khỏi thang'],
  ['emoji', 'Careful 😀 ⚠️ 👷'],
  ['signs', '2 m → 3 m, ≤ 5 °C, ✓ ☐ ½ №'],
])('%s is drawn with all its characters', async (_, text) => {
  const found = await drawn(text);
  expect(found).not.toContain(PLACEHOLDER);
  // Ligatures and marks may be read as one: every letter is there, in whatever order.
  const letters = new Set(lettersOf(text.normalize('NFD')).match(/[\p{L}\p{S}\p{N}]/gu));
  const readLetters = new Set(found.normalize('NFKD'));
  expect([...letters].filter((letter) => !readLetters.has(letter) && !found.includes(letter))).toEqual([]);
});

test('what no font has is marked, and the document says so', async () => {
  const pieces = await read(await pdfOf(documentOf({ text: 'A \u{1D800} and \u{13000}\u{13001}.' })));
  const text = pieces.map((piece) => piece.text).join(' ');
  expect(text).toContain(PLACEHOLDER);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('3 characters of this document cannot be shown here.');
  expect(await drawn('A pallet slid.')).not.toContain('cannot');
});

test('a text from right to left begins at the right, and numbers and Latin words in it are read from left to right', async () => {
  const pieces = await read(await pdfOf(documentOf({ text: 'שלום Plimsoll 2026 עולם' })));
  const xOf = (part: string) => pieces.find(({ text }) => text.includes(part))!.x;
  expect(xOf('ש')).toBeGreaterThan(xOf('Plimsoll 2026'));
  expect(xOf('Plimsoll 2026')).toBeGreaterThan(xOf('ע'));
  // LETTER is 612 wide with margins of 40.
  expect(xOf('ש')).toBeGreaterThan(500);
});

test('a text from right to left in a sentence from left to right stays in its place, its words turned', async () => {
  const pieces = await read(
    await pdfOf(documentOf({ text: ['from ', { text: 'שלום עולם', bold: true }, ' to none'] })),
  );
  const xOf = (part: string) => pieces.find(({ text }) => text.includes(part))!.x;
  expect(xOf('from')).toBeLessThan(xOf('ע'));
  expect(xOf('ע')).toBeLessThan(xOf('ש'));
  expect(xOf('ש')).toBeLessThan(xOf('none'));
});

test('lines break in scripts without spaces, and a paragraph stays on its page', async () => {
  for (const text of ['คนงานตกจากบันได'.repeat(30), '工人从梯子上摔下来'.repeat(40), 'سقط عامل '.repeat(60)]) {
    const pieces = await read(await pdfOf(documentOf({ text })));
    expect(new Set(pieces.map(({ y }) => Math.round(y))).size).toBeGreaterThan(2);
    expect(Math.min(...pieces.map(({ x }) => x))).toBeGreaterThan(35);
    expect(Math.max(...pieces.map(({ x }) => x))).toBeLessThan(575);
  }
});

test('any text is drawn, in tables and lists too, and no line of it gets lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 4 }),
      async (texts) => {
        const pdf = await pdfOf(
          documentOf(
            { ul: texts },
            { table: { body: [texts.map((text) => ({ text }))] } },
            { text: [...texts, 'END'] },
          ),
        );
        expect((await read(pdf)).map(({ text }) => text).join('')).toContain('END');
      },
    ),
    { numRuns: 25 },
  );
});

test('a document of all characters takes less than two minutes, and its fonts are few and small', async () => {
  const all = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index)).join('');
  await pdfOf(documentOf({ text: '工人' }));
  let size = 0;
  const took = await cpuMsOf(async () => {
    size = (await pdfOf(documentOf({ text: all(0x4e00, 0x9fff) }, { text: all(0xac00, 0xd7a3) }))).length;
  });
  expect(took).toBeLessThan(90_000);
  expect(size).toBeLessThan(12_000_000);
});

test('words are placed by their levels, trailing spaces at the end of the reading direction', () => {
  const inline = (text: string, width: number, level: number, base: number) => ({
    text,
    width,
    direction: { level, base },
    x: 0,
  });
  const inlines = [inline('A', 10, 1, 1), inline(' ', 2, 1, 1), inline('12', 6, 2, 1), inline(' ', 2, 1, 1)];
  placeVisually({ inlines, leadingCut: 0, trailingCut: 2 });
  expect(inlines.map(({ x }) => x)).toEqual([8, 6, 0, -2]);
  const plain = [{ text: 'A', width: 10, x: 3 }];
  placeVisually({ inlines: plain, leadingCut: 0, trailingCut: 0 });
  expect(plain[0]!.x).toBe(3);
});
