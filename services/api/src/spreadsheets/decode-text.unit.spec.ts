import { isAscii, isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import { readAll } from '../../test/spreadsheets/read-all.ts';
import { detectEncoding } from './decode-text.ts';

const seeded = { seed: Number(process.env['IMPORTS_SEED'] ?? 20_261), numRuns: 300 };
const detect = (bytes: Buffer) => detectEncoding(() => Readable.from([bytes]));
const table = (text: string, encoding: string) =>
  iconv.encode(`ID,Description\n${`C-1,"${text}"\n`.repeat(3)}`, encoding);

test.each<[encoding: TextEncoding, text: string]>([
  ['windows-1251', 'Работник поскользнулся на обледенелой площадке и сломал левую руку.'],
  ['shift_jis', '作業員が凍った足場で足を滑らせ、左腕を骨折した。'],
  ['gb18030', '工人从梯子上滑倒受伤，送往医院治疗。'],
  ['cp866', 'Работник поскользнулся на обледенелой площадке и сломал левую руку.'],
  ['koi8-r', 'Работник поскользнулся на обледенелой площадке и сломал левую руку.'],
  ['windows-1253', 'Ο εργαζόμενος γλίστρησε στον πάγο και έσπασε το πόδι του.'],
  ['windows-1250', 'Zaměstnanec uklouzl na ledě a zlomil si levou ruku, říká vedoucí směny.'],
  ['windows-1252', 'L’employé a glissé sur une plaque de glace et s’est cassé le bras à l’entrée.'],
])('a text in %s leaves its encoding in doubt, and it is among the first that are offered', async (encoding, text) => {
  const { encodings } = await detect(table(text, encoding));
  expect(encodings.length).toBeGreaterThan(1);
  expect(encodings.slice(0, 3)).toContain(encoding);
  expect((await readAll(table(text, encoding), 7, encoding)).rows[0]!.cells[1]).toBe(text);
});

test.each<[encoding: TextEncoding, text: string]>([
  ['macintosh', 'Glissé à l’entrée, près de la forêt'],
  ['cp850', 'Gestürzt auf der Straße nach Köln'],
  ['cp437', 'Gestürzt auf der Straße nach Köln'],
])('a text in %s is readable in one of the encodings that are offered', async (encoding, text) => {
  const bytes = table(text, encoding);
  const { encodings } = await detect(bytes);
  expect(encodings.map((each) => iconv.decode(bytes, each))).toContain(iconv.decode(bytes, encoding));
});

test.each(['', 'ID,City\n1,Austin\n', 'ID,City\n1,Québec 作業 🏗\n'])('a text in Unicode is certain: %j', async (text) =>
  expect(await detect(Buffer.from(text))).toEqual({ encoding: 'utf-8', encodings: ['utf-8'], isValid: true }),
);

test('whatever a text is, either its encoding is certain and loses nothing, or a person is asked', () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'abc ,;éüßñçøæåÉÜ'.split('')), minLength: 1, maxLength: 30 }),
      fc.constantFrom('utf-8', 'windows-1252', 'utf-16le', 'macintosh', 'cp850'),
      async (text, encoding) => {
        const bytes = iconv.encode(`ID,${text}`, encoding);
        // A few bytes of another encoding may be valid UTF-8 by chance, which nothing can tell apart.
        fc.pre(encoding.startsWith('utf') || !isUtf8(bytes) || isAscii(bytes));
        const { encodings } = await detect(bytes);
        if (encodings.length === 1) expect(iconv.decode(bytes, encodings[0]!)).toBe(`ID,${text}`);
        else expect(encodings.some((one) => iconv.decode(bytes, one) === `ID,${text}`)).toBe(true);
      },
    ),
    seeded,
  ));

test.each<[what: string, bytes: Buffer]>([
  ['a ZIP', Buffer.from('PK\x03\x04\x14\x00\x06\x00\x08')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
  ['a PDF with leading bytes', Buffer.from('\n\n%PDF-1.7\n1 0 obj\n')],
  ['RTF', Buffer.from('{\\rtf1\\ansi ID,Date}')],
  ['a text with zero bytes', Buffer.from('ID,Date\n1,\0\0\0\n')],
  ['control characters', Buffer.from(`ID,Date\n1,${'\x01\x02\x03'.repeat(10)}\n`)],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
])('%s is no text', async (_, bytes) => expect(detect(bytes)).rejects.toThrow('it is no text'));

test('a line with bytes that mean nothing in the chosen encoding is not taken, and the others are', async () => {
  const bytes = Buffer.concat([Buffer.from('ID,City\n1,Québec à la\n2,'), Buffer.from([0xe9]), Buffer.from('\n3,ü\n')]);
  const { rows, broken, encodings } = await readAll(bytes, 5, 'utf-8');
  expect(encodings).toContain('utf-8');
  expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  expect(broken).toMatchObject([{ line: 3, reason: 'it has characters that cannot be read as utf-8' }]);
});
