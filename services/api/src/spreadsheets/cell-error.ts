/** A cell of a workbook that has no value which could be imported. JSON, so that it passes threads and storage. */
export type CellError = {
  /** Its address, such as "B7". */
  readonly cell: string;
  /** What it contains all the same: "#N/A", the formula, or the text that merged cells hide. */
  readonly text: string;
} & (
  | { readonly kind: 'ERROR_VALUE' | 'FORMULA_WITHOUT_RESULT' }
  | {
      readonly kind: 'MERGED';
      /** The merged cells, such as "A2:A4". */
      readonly range: string;
    }
);

/** Says what is wrong with a cell, and how to fix it. */
export function cellErrorText(error: CellError): string {
  switch (error.kind) {
    case 'ERROR_VALUE':
      return `Cell ${error.cell} shows the error ${error.text}. Correct it in the workbook.`;
    case 'FORMULA_WITHOUT_RESULT':
      return `Cell ${error.cell} has a formula without a result. Open the workbook in Excel, save it, and send it again.`;
    case 'MERGED':
      return `Cell ${error.cell} is part of the merged cells ${error.range}. Unmerge them and fill in each cell.`;
  }
}
