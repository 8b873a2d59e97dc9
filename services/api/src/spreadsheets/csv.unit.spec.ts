import { buffer } from 'node:stream/consumers';
import { csvOf } from './csv.ts';

test('a field with a semicolon is quoted, so that a spreadsheet that separates by semicolons keeps it whole', async () => {
  const rows = async function* () {
    yield [
      ['Number', 'Text'],
      [1, 'Slipped;=cmd|calc'],
      [2, 'plain'],
      [3, 'a, "b"'],
    ];
  };
  expect((await buffer(csvOf(rows()))).toString()).toBe(
    '\uFEFFNumber,Text\r\n1,"Slipped;=cmd|calc"\r\n2,plain\r\n3,"a, ""b"""\r\n',
  );
});
