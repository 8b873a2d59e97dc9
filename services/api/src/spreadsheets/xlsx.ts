import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell, Rows } from './rows.ts';

/** Maximum number of rows of a sheet, including the heading. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Maximum number of characters in a cell; longer texts are truncated. */
export const MAX_CELL_LENGTH = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The fixed parts of the workbook. The second style is the heading's. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes a text for XML. Characters that XML forbids are written as `_xHHHH_`, as spreadsheets do, and texts that look
 * like it are escaped.
 */
export const xmlText = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      /[\u0000-\u0008\u000B\u000C\r\u000E-\u001F\uFFFE\uFFFF]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>"]/g, (character) => entities[character]!);

/** Truncates to the maximum length of a cell, without splitting a surrogate pair. */
const fitting = (text: string): string =>
  text.length <= MAX_CELL_LENGTH ? text : text.slice(0, MAX_CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

const cellXml = (cell: Cell, style: string): string => {
  if (cell === null || cell === '') return '<c/>';
  return typeof cell === 'number'
    ? `<c${style}><v>${cell}</v></c>`
    : `<c${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(fitting(cell))}</t></is></c>`;
};

/** All texts are inline strings, so that nothing in the sheet is evaluated as a formula. */
async function* sheetXml(rows: Rows): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  let style = ' s="1"';
  for await (const some of rows) {
    let xml = '';
    for (const row of some) {
      xml += `<row>${row.map((cell) => cellXml(cell, style)).join('')}</row>`;
      style = '';
    }
    if (xml) yield xml;
  }
  yield '</sheetData></worksheet>';
}

/**
 * Streams a table as a workbook with one sheet. @param title the sheet's name: at most 31 characters, none of []:*?/\
 */
export function xlsxOf(rows: Rows, title: string, at: Date): Readable {
  const zip = new ZipFile();
  const sheet = Readable.from(sheetXml(rows), { objectMode: false });
  const output = zip.outputStream as unknown as Readable;
  // An error on either side ends the other: the client sees an aborted connection, not a truncated workbook.
  sheet.on('error', (error) => output.destroy(error));
  output.on('close', () => sheet.destroy());
  const all = {
    ...parts,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  };
  for (const [name, xml] of Object.entries(all)) zip.addBuffer(Buffer.from(xml), name, { mtime: at });
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime: at });
  zip.end();
  return output;
}
