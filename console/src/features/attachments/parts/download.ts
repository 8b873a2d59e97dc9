import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { showAlert } from '../../../lib/alerts.ts';
import { faultText } from '../../../lib/problem.ts';
import { contentOf, type FileAddress } from '../api.ts';

/** Brings a file onto the device. */
export async function download(file: FileAddress, { name }: Pick<Attachment, 'name'>): Promise<void> {
  try {
    const address = URL.createObjectURL(await contentOf(file));
    const link = Object.assign(document.createElement('a'), { href: address, download: name });
    link.click();
    // The browser has taken it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (fault) {
    showAlert({ type: 'error', title: `${name} was not downloaded`, subtitle: faultText(fault) });
  }
}
