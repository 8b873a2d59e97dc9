import { readAll as readWhole, type WholeTable } from '../../services/api/test/spreadsheets/read-all.ts';

/** A file of an import, read whole. */
export const readAll = (bytes: Buffer): Promise<WholeTable> => readWhole(bytes);
