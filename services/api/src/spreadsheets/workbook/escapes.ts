/** Decodes characters written as `_xHHHH_`, which XML cannot contain otherwise. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x') || text.includes('_X')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The text of a cell: without escapes, and with line feeds as its only line breaks, as spreadsheets have them. */
export const decodeText = (text: string): string => decodeEscapes(text).replace(/\r\n?/g, '\n').toWellFormed();
