import { readAll as readWhole, type WholeTable } from '../../services/api/test/spreadsheets/read-all.ts';

/** Reads a whole import file. */
export const readAll = (bytes: Buffer): Promise<WholeTable> => readWhole(bytes);
