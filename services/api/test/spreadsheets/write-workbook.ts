import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A cell as its part has it, without its address. */
export interface WrittenCell {
  readonly attributes?: string;
  /** Its elements. @param p prefix of their names, such as "x:" */
  readonly content: (p: string) => string;
}

export interface WrittenSheet {
  readonly name: string;
  readonly state?: 'visible' | 'hidden' | 'veryHidden' | undefined;
  readonly kind?: 'worksheet' | 'chartsheet';
  /** Rows from the first on; null is a missing cell, and an empty row a missing row. */
  readonly rows: readonly (readonly (WrittenCell | null)[])[];
  readonly merged?: readonly string[];
}

/** The many legal forms of the same workbook. */
export interface WorkbookForm {
  readonly prefix: string;
  readonly isStrict: boolean;
  readonly hasReferences: boolean;
  readonly isPretty: boolean;
  readonly encoding: 'utf-8' | 'utf-8 with a mark' | 'utf-16le';
  readonly isCompressed: boolean;
  readonly isZip64: boolean;
  readonly folder: string;
  /** Begins the names of the parts of sheets. */
  readonly sheetPart: string;
  readonly hasAbsoluteTargets: boolean;
  /** Parts of sheets are numbered from the last tab to the first. */
  readonly isReversed: boolean;
  readonly date1904: string | null;
  readonly fullCalcOnLoad: boolean;
}

export const plainForm: WorkbookForm = {
  prefix: '',
  isStrict: false,
  hasReferences: true,
  isPretty: false,
  encoding: 'utf-8',
  isCompressed: true,
  isZip64: false,
  folder: 'xl',
  sheetPart: 'worksheets/sheet',
  hasAbsoluteTargets: false,
  isReversed: false,
  date1904: null,
  fullCalcOnLoad: false,
};

/** Number formats of styles; a number is that of a built-in format. */
const FORMATS = [
  'General',
  'yyyy\\-mm\\-dd',
  'h:mm',
  '[$-809]d mmm yyyy h:mm AM/PM',
  14,
  22,
  20,
  '0.00" d"',
  '[Red]0;yyyy',
  '[h]:mm:ss',
  'h:mm:ss',
] as const;

const AT = new Date('2026-01-02T03:04:06Z');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const columnName = (column: number): string =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);

/** Writes a workbook. @param strings XML inside each `si` of the shared strings, by prefix. */
export async function writeWorkbook(
  sheets: readonly WrittenSheet[],
  strings: readonly ((p: string) => string)[] = [],
  form: WorkbookForm = plainForm,
): Promise<Buffer> {
  const { prefix, folder, isStrict, encoding } = form;
  const p = prefix && `${prefix}:`;
  const main = isStrict
    ? 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = isStrict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const root = (name: string, content: string) =>
    `<${p}${name} xmlns${prefix && `:${prefix}`}="${main}" xmlns:rel="${relations}">${content}</${p}${name}>`;
  const partOf = (at: number) => `${form.sheetPart}${form.isReversed ? sheets.length - at : at + 1}.xml`;
  const target = (part: string) => (form.hasAbsoluteTargets ? `/${folder}/${part}` : part);
  const rels = (links: readonly (readonly [id: string, kind: string, target: string])[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
      .map(([id, kind, to]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${escaped(to)}"/>`)
      .join('')}</Relationships>`;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts: [name: string, xml: string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${folder}/workbook.xml" ContentType="${type}.sheet.main+xml"/></Types>`,
    ],
    ['_rels/.rels', rels([['r1', 'officeDocument', `${folder}/workbook.xml`]])],
    [
      `${folder}/_rels/workbook.xml.rels`,
      rels([
        ...sheets.map(({ kind = 'worksheet' }, at) => [`s${at}`, kind, target(partOf(at))] as const),
        ['t', 'styles', target('looks.xml')],
        ['u', 'sharedStrings', target('texts.xml')],
      ]),
    ],
    [`${folder}/workbook.xml`, root('workbook', bookXml(sheets, p, form))],
    [`${folder}/looks.xml`, root('styleSheet', stylesXml(p))],
    [`${folder}/texts.xml`, root('sst', strings.map((content) => `<${p}si>${content(p)}</${p}si>`).join(''))],
    ...sheets.map((sheet, at): [string, string] => [
      `${folder}/${partOf(at)}`,
      root('worksheet', sheetXml(sheet, p, form)),
    ]),
  ];
  const zip = new ZipFile();
  for (const [name, xml] of parts) {
    // Declarations and relationships are UTF-8 in every program.
    const own = encoding === 'utf-16le' && !name.endsWith('.rels') && !name.startsWith('[');
    const head = `<?xml version="1.0" encoding="${own ? 'UTF-16' : 'UTF-8'}" standalone="yes"?>\n`;
    const mark = own || encoding === 'utf-8 with a mark' ? '\uFEFF' : '';
    zip.addBuffer(Buffer.from(mark + head + xml, own ? 'utf16le' : 'utf8'), name, {
      mtime: AT,
      compress: form.isCompressed,
      forceZip64Format: form.isZip64,
    });
  }
  zip.end();
  return buffer(zip.outputStream as unknown as Readable);
}

const bookXml = (sheets: readonly WrittenSheet[], p: string, { date1904, fullCalcOnLoad }: WorkbookForm): string =>
  [
    `<${p}workbookPr${date1904 === null ? '' : ` date1904="${date1904}"`}/>`,
    `<${p}sheets>`,
    ...sheets.map(
      ({ name, state }, at) =>
        `<${p}sheet name="${escaped(name)}" sheetId="${at + 7}"${state ? ` state="${state}"` : ''} rel:id="s${at}"/>`,
    ),
    `</${p}sheets>`,
    fullCalcOnLoad ? `<${p}calcPr calcId="1" fullCalcOnLoad="1"/>` : '',
  ].join('');

const stylesXml = (p: string): string =>
  [
    `<${p}numFmts>`,
    ...FORMATS.map((code, at) =>
      typeof code === 'number' ? '' : `<${p}numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
    ),
    `</${p}numFmts><${p}cellStyleXfs><${p}xf numFmtId="14"/></${p}cellStyleXfs><${p}cellXfs>`,
    ...FORMATS.map((code, at) => `<${p}xf numFmtId="${typeof code === 'number' ? code : 164 + at}"/>`),
    `</${p}cellXfs>`,
  ].join('');

function sheetXml({ rows, merged = [] }: WrittenSheet, p: string, { hasReferences, isPretty }: WorkbookForm): string {
  const gap = isPretty ? '\n  ' : '';
  const cells = (row: readonly (WrittenCell | null)[], line: number) =>
    row
      .map((cell, at) => {
        if (!cell && hasReferences) return '';
        const address = hasReferences ? ` r="${columnName(at + 1)}${line}"` : '';
        const content = cell?.content(p) ?? '';
        return `${gap}<${p}c${address}${cell?.attributes ?? ''}>${content && gap}${content}</${p}c>`;
      })
      .join('');
  return [
    `${gap}<!-- written by a test --><${p}sheetData>`,
    ...rows.map((row, at) =>
      hasReferences && row.length === 0
        ? ''
        : `${gap}<${p}row${hasReferences ? ` r="${at + 1}"` : ''}>${cells(row, at + 1)}${gap}</${p}row>`,
    ),
    `${gap}</${p}sheetData>`,
    merged.length > 0
      ? `<${p}mergeCells>${merged.map((ref) => `<${p}mergeCell ref="${ref}"/>`).join('')}</${p}mergeCells>`
      : '',
  ].join('');
}
