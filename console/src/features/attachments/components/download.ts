import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { contentOf, type FileAddress } from '../api.ts';

/** Downloads a file to the device. */
export async function download(file: FileAddress, { name }: Pick<Attachment, 'name'>): Promise<void> {
  try {
    saveFile(await contentOf(file), name);
  } catch (error) {
    showAlert({ type: 'error', title: `${name} was not downloaded`, subtitle: errorText(error) });
  }
}
