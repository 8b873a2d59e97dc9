import type { Archive } from './archive.ts';
import { decodeEscapes } from './escapes.ts';
import { builtInFormat, momentFormat, numberFormat, type MomentFormat, type NumberFormat } from './number-format.ts';
import { parseXml, type Attributes, type XmlHandler } from './xml.ts';

/** The number formats of cells by their style. */
export class CellFormats {
  readonly #formats: readonly NumberFormat[];

  constructor(formats: readonly NumberFormat[]) {
    this.#formats = formats;
  }

  /** Reads a workbook's styles; without a part all cells are numbers. */
  static async read(archive: Archive, part: string | null): Promise<CellFormats> {
    if (part === null) return new CellFormats([]);
    const styles = new StylesHandler();
    await parseXml(archive.read(part), styles);
    const known = new Map<number, NumberFormat>();
    return new CellFormats(
      styles.cells.map((id) => {
        const format = known.get(id) ?? numberFormat(styles.codes.get(id) ?? builtInFormat(id));
        known.set(id, format);
        return format;
      }),
    );
  }

  /** What a style shows of a number: a moment, or null for a number. */
  momentOf(style: number, value: number): MomentFormat | null {
    const format = this.#formats[style];
    return format ? momentFormat(format, value) : null;
  }
}

class StylesHandler implements XmlHandler {
  readonly codes = new Map<number, string>();
  /** For each style of cells, the number of its format. */
  readonly cells: number[] = [];
  #isInCells = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'cellXfs') this.#isInCells = true;
    else if (name === 'xf' && this.#isInCells) this.cells.push(Number(attributes['numFmtId'] ?? 0));
    else if (name === 'numFmt')
      this.codes.set(Number(attributes['numFmtId']), decodeEscapes(attributes['formatCode'] ?? 'General'));
  }
  text(): void {}
  close(name: string): void {
    if (name === 'cellXfs') this.#isInCells = false;
  }
}
