import { csvLine } from './csv.ts';

test('cells with separators, quotes or line ends are quoted, nothing is empty, and what a spreadsheet would reckon with is text', () => {
  expect(csvLine(['plain', 'a,b', 'say "no"', 'two\nlines', null, 7, '=1+1', '@home', ''])).toBe(
    `plain,"a,b","say ""no""","two\nlines",,7,'=1+1,'@home,\r\n`,
  );
});
