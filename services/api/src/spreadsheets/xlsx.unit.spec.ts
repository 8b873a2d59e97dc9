import { MAX_CELL_LENGTH, xmlText } from './xlsx.ts';

test.each([
  ['a < b & "c"', 'a &lt; b &amp; &quot;c&quot;'],
  ['bell \u0007, return \r, tab \t, line \n', 'bell _x0007_, return _x000D_, tab \t, line \n'],
  ['_x0041_ as it was typed', '_x005F_x0041_ as it was typed'],
  ['=1+1', '=1+1'],
  ['🏗 Ø', '🏗 Ø'],
])('%j is written so that it can be read back', (text, written) => expect(xmlText(text)).toBe(written));

test('a cell is as long as spreadsheets take it', () => expect(MAX_CELL_LENGTH).toBe(32_767));
