import type { Archive } from './archive.ts';
import { decodeEscapes } from './escapes.ts';
import { isOn, parseXml, relationshipId, type Attributes, type Vocabularies, type XmlHandler } from './xml.ts';

/** A sheet as its tab shows it. */
export interface SheetName {
  /** Its place among the workbook's tables, from 0. */
  readonly index: number;
  readonly name: string;
  readonly isHidden: boolean;
}

/** What `xl/workbook.xml` and its relationships say. */
export interface WorkbookParts {
  /** Tables in the order of their tabs, each with its part. Charts and macro sheets are not tables. */
  readonly sheets: readonly (SheetName & { readonly part: string })[];
  readonly sharedStrings: string | null;
  readonly styles: string | null;
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
  /** Whether results of formulas are stale until a program calculates them again. */
  readonly hasStaleResults: boolean;
}

/** More tabs than anyone can choose from. */
const MAX_SHEETS = 1_000;
/** Excel's names have at most 31 characters. */
const MAX_NAME_LENGTH = 255;

interface Relationship {
  /** Last segment of its type, which is the same in both vocabularies. */
  readonly kind: string;
  readonly part: string;
}

/** Reads which sheets a workbook has and where its parts are. @throws Error for a document that is no workbook. */
export async function workbookParts(archive: Archive): Promise<WorkbookParts> {
  const main = partOf(await relationshipsOf(archive, ''), 'officeDocument');
  if (main === undefined) throw new Error('The document has no main part');
  const relationships = await relationshipsOf(archive, main);
  const workbook = new WorkbookHandler();
  await parseXml(archive.read(main), workbook);
  const tables = workbook.sheets.flatMap(({ id, name, isHidden }) => {
    const target = relationships.get(id ?? '');
    return target?.kind === 'worksheet' ? [{ name, isHidden, part: target.part }] : [];
  });
  return {
    sheets: tables.map((table, index) => ({ index, ...table })),
    sharedStrings: partOf(relationships, 'sharedStrings') ?? null,
    styles: partOf(relationships, 'styles') ?? null,
    is1904: workbook.is1904,
    hasStaleResults: workbook.hasStaleResults,
  };
}

const partOf = (relationships: ReadonlyMap<string, Relationship>, wanted: string): string | undefined =>
  [...relationships.values()].find(({ kind }) => kind === wanted)?.part;

class WorkbookHandler implements XmlHandler {
  readonly sheets: { readonly id: string | undefined; readonly name: string; readonly isHidden: boolean }[] = [];
  is1904 = false;
  hasStaleResults = false;

  open(name: string, attributes: Attributes, vocabularies: Vocabularies): void {
    if (name === 'workbookPr') this.is1904 = isOn(attributes['date1904']);
    else if (name === 'calcPr') this.hasStaleResults = isOn(attributes['fullCalcOnLoad']);
    else if (name === 'sheet') {
      if (this.sheets.length >= MAX_SHEETS) throw new Error('The workbook has too many sheets');
      this.sheets.push({
        id: relationshipId(attributes, vocabularies),
        name: decodeEscapes(attributes['name'] ?? '').slice(0, MAX_NAME_LENGTH),
        isHidden: /hidden$/i.test(attributes['state'] ?? ''),
      });
    }
  }
  text(): void {}
  close(): void {}
}

/** Relationships of a part, or of the package ('') itself, to other parts of the archive, by their id. */
async function relationshipsOf(archive: Archive, part: string): Promise<ReadonlyMap<string, Relationship>> {
  const cut = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, cut), part.slice(cut)];
  const found = new Map<string, Relationship>();
  await parseXml(archive.read(`${folder}_rels/${name}.rels`), {
    open(element, attributes) {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attributes[key]);
      if (element !== 'Relationship' || id === undefined || type === undefined || target === undefined) return;
      if (attributes['TargetMode'] === 'External') return;
      found.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), part: resolved(folder, target) });
    },
    text: () => {},
    close: () => {},
  });
  return found;
}

/** The name of a part that a relationship of a part in `folder` targets. */
function resolved(folder: string, target: string): string {
  const path = new URL(target.replaceAll('\\', '/'), `part:///${folder}`).pathname.slice(1);
  return decodeURIComponent(path);
}
