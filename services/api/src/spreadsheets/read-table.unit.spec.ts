import iconv from 'iconv-lite';
import { readAll } from '../../test/spreadsheets/read-all.ts';

const read = (text: string | Buffer, piece?: number) =>
  readAll(Buffer.isBuffer(text) ? text : Buffer.from(text), piece);
const lines = async (text: string | Buffer, piece?: number) => {
  const { rows, broken } = await read(text, piece);
  return {
    rows: rows.map(({ line, cells }) => [line, ...cells]),
    broken: broken.map(({ line, reason }) => `${line}: ${reason}`),
  };
};
const unclosed =
  'a quoted field begins here that is not closed by the end of the file, nor within 1 MB; nothing is taken from here on';
const followed = (by: string) =>
  `a quoted field begins here that is closed and followed by ${JSON.stringify(by)} instead of a separator; nothing is taken from here on`;

describe('a table', () => {
  test.each(['\n', '\r\n', '\r'])(
    'is cut into lines by %j, however it comes, and each is named by where it begins',
    async (end) => {
      const text = [
        'id,text',
        '1,one',
        '',
        '2,"two, and\ntwo ""halves"""',
        '3,"three\r\nlines\r\nlong"',
        '  ',
        '4,5" pipe',
      ].join(end);
      const rows = [
        [2, '1', 'one'],
        [4, '2', 'two, and\ntwo "halves"'],
        [6, '3', 'three\r\nlines\r\nlong'],
        [10, '4', '5" pipe'],
      ];
      for (const piece of [1, 3, 7, 1_000]) expect(await lines(text, piece)).toEqual({ rows, broken: [] });
    },
  );

  test('goes on behind a line with too many cells', async () =>
    expect(await lines('id,text\n1,one\n2,two,more\n3,three,,\n')).toEqual({
      rows: [
        [2, '1', 'one'],
        [4, '3', 'three'],
      ],
      broken: ['3: it has 3 cells where the header has 2'],
    }));

  test('gives back all that is in a line which cannot be read', async () => {
    const { broken } = await read('id,text\n 2,two,more\n3,"three" or\n');
    expect(broken.map(({ cells }) => cells)).toEqual([
      [' 2', 'two', 'more'],
      ['3', '"three" or'],
    ]);
  });

  test.each([
    ['sep=;\r\nID;Text\r\n1;a,b\r\n', ';'],
    ['\ufeffSEP=|\nID|Text\n1|a,b\n', '|'],
    ['"sep=;"\nID;Text\n1;a,b\n', ';'],
    ['sep=\t\nID\tText\n1\ta,b\n', '\t'],
    ['sep=^\nID^Text\n1^a,b\n', '^'],
  ])('says its separator in a first line that is no header: %j', async (text, separator) =>
    expect(await read(text)).toMatchObject({
      separator,
      columns: ['ID', 'Text'],
      rows: [{ line: 3, cells: ['1', 'a,b'] }],
    }),
  );
  test.each(['sep,ID\n1,2\n', 'sep=a\n1\n', 'separator=;\n1\n'])('does not say it in a header: %j', async (text) =>
    expect((await read(text)).columns[0]).toMatch(/^sep/),
  );

  test('may name a column twice, or none: columns are distinguished by their place', async () =>
    expect(await read('ID,,City,id,\n1,a,Austin,2,b\n')).toMatchObject({
      columns: ['ID', '', 'City', 'id', ''],
      rows: [{ line: 2, cells: ['1', 'a', 'Austin', '2', 'b'] }],
    }));
  test('may have several columns without a name', async () => expect((await read('ID,,\n1,,\n')).rows).toHaveLength(1));
  test('may be empty', async () => expect(await read('')).toMatchObject({ columns: [], rows: [], broken: [] }));
});

describe('from a quoted field that does not end as one, nothing is taken', () => {
  const rows = [[2, '1', 'one']];
  const rest = '3,three\n'.repeat(10);
  test('when the file ends within it', async () =>
    expect(await lines(`id,text\n1,one\n2,"two\n${rest}`)).toEqual({ rows, broken: [`3: ${unclosed}`] }));
  test('when other signs follow its quote', async () => {
    expect(await lines(`id,text\n1,one\n2,"two" or more\n${rest}`)).toEqual({
      rows,
      broken: [`3: ${followed(' or more')}`],
    });
    expect(await lines(`id,text\n1,one\n2,"two\n3,"three"\n${rest}`)).toEqual({
      rows,
      broken: [`3: ${followed('three"')}`],
    });
  });
  test('and it is named by its own line, not by that of its row', async () =>
    expect(await lines(`id,text\n1,one\n"2\n\n2","two\n${rest}`)).toEqual({ rows, broken: [`5: ${unclosed}`] }));
  test('when it is longer than 1 MB, without the rest being read', async () => {
    const endless = Buffer.from(`id,text\n1,one\n2,"two\n${'3,three\n'.repeat(150_000)}"\n`);
    expect(await lines(endless, 65_536)).toEqual({ rows, broken: [`3: ${unclosed}`] });
  });
  test('nor from a line that long', async () =>
    expect(await lines(`id,text\n1,one\n2,${'two '.repeat(300_000)}\n${rest}`)).toEqual({
      rows,
      broken: ['3: it is longer than 1 MB; nothing is taken from here on'],
    }));
  test('not even the columns', async () => expect(read(`id,"text\n${rest}`)).rejects.toThrow(`line 1: ${unclosed}`));
});

describe('a text', () => {
  const text = 'ID,City\n1,"Mönchengladbach, “Hébert”"\n';
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['windows-1252', iconv.encode(text, 'windows-1252')],
    ['utf-16le', iconv.encode(text, 'utf-16le')],
    ['utf-16be', iconv.encode(text, 'utf-16be')],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
  ])('in %s is recognised, with a byte order mark or without', async (encoding, bytes) => {
    for (const piece of [5, 1_000])
      expect(await read(bytes, piece)).toMatchObject({
        encoding,
        columns: ['ID', 'City'],
        rows: [{ cells: ['1', 'Mönchengladbach, “Hébert”'] }],
      });
  });
  test('that turns out late not to be UTF-8 is read again', async () => {
    const late = Buffer.concat([
      Buffer.from(`ID,City\n${'1,Austin\n'.repeat(50_000)}`),
      iconv.encode('2,Québec\n', 'windows-1252'),
    ]);
    expect((await read(late, 65_536)).rows.at(-1)).toEqual({ line: 50_002, cells: ['2', 'Québec'] });
  });
  test.each([
    ['utf-32le', 'it is in UTF-32'],
    ['utf-32be', 'it is in UTF-32'],
  ])('in %s with a mark is refused in a sentence', async (encoding, words) =>
    expect(read(iconv.encode(text, encoding, { addBOM: true }))).rejects.toThrow(words),
  );
  test('that begins with zero bytes is refused in a sentence', async () =>
    expect(read(iconv.encode(text, 'utf-32le', { addBOM: false }))).rejects.toThrow('it begins with zero bytes'));
});
