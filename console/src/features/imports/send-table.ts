import type { UploadedImport } from '@plimsoll/contracts/imports/requests';
import { upload } from '../../lib/api/upload.ts';
import { newGuid } from '../../lib/format/ids.ts';

/** How a person chose to read a file. */
export interface Reading {
  readonly sheet?: number;
  readonly encoding?: string;
}

/** A file of the device with what the server read in it. */
export interface SentTable {
  readonly file: File;
  readonly reading: Reading;
  readonly sent: UploadedImport;
}

/** Sends a table. @param onSent receives the part that was sent, from 0 to 1. */
export async function sendTable(
  orgGuid: string,
  file: File,
  reading: Reading,
  onSent: (part: number) => void = () => undefined,
): Promise<SentTable> {
  const sent = await upload('uploadImport', { params: { orgGuid }, query: { name: file.name, ...reading } }, file, {
    key: newGuid(),
    signal: new AbortController().signal,
    onSent,
  });
  return { file, reading, sent };
}

export const visibleSheets = ({ sheets }: UploadedImport) => sheets.filter(({ isHidden }) => !isHidden);

/** Whether the file leaves open which sheet is meant, or how its text is encoded. */
export const isInDoubt = ({ sent }: SentTable): boolean => visibleSheets(sent).length > 1 || sent.encodings.length > 1;
