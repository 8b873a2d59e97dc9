import type { FileType } from '@plimsoll/contracts/attachments/file-types';

/** An accepted file: its type, and the bytes to store. */
export interface Judged {
  readonly contentType: FileType;
  readonly content: Buffer;
  /** Whether the bytes are exactly the received ones. */
  readonly isAsItCame: boolean;
  /** Whether the picture or video breaks off before its end, as after a transfer that was cut. */
  readonly isDamaged: boolean;
}
