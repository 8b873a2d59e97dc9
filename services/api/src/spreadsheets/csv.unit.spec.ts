import { buffer } from 'node:stream/consumers';
import { csvOf } from './csv.ts';

test('a lone line break does not begin a new row', async () => {
  const rows = async function* () {
    yield [['one\ntwo', 'three\rfour', 1e-7, "'=1"]];
  };
  expect((await buffer(csvOf(rows()))).toString()).toBe('\uFEFF"one\ntwo","three\rfour",0.0000001,\'\'=1\r\n');
});

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
