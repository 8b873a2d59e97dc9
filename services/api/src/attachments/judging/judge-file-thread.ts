import { hash } from 'node:crypto';
import type { FileEnding, FileType } from '@plimsoll/contracts/attachments/file-types';
import type { Refusal } from '../../commands/decision.ts';
import { moveOutput } from '../../platform/jobs/move-output.ts';
import { judgeFile } from './judge-file.ts';

/** A file to judge. */
export interface FileToJudge {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ending: FileEnding;
  readonly keepsPositions: boolean;
}

/** An accepted file; `changed` is null when its bytes are exactly the received ones. */
export interface AcceptedFile {
  readonly contentType: FileType;
  readonly isDamaged: boolean;
  readonly changed: { readonly content: Uint8Array<ArrayBuffer>; readonly sha256: string } | null;
}

/** Judges a file in a thread. */
export async function judge({ bytes, ending, keepsPositions }: FileToJudge): Promise<AcceptedFile | Refusal> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const judged = await judgeFile(buffer, ending, keepsPositions);
  if (!('refused' in judged) && !judged.isAsItCame) {
    const content = judged.content as Buffer<ArrayBuffer>;
    const changed = { content, sha256: hash('sha256', content, 'hex') };
    const { contentType, isDamaged } = judged;
    return moveOutput<AcceptedFile>({ contentType, isDamaged, changed }, [content.buffer]);
  }
  // Frees the memory at once: the thread collects buffers only after they have grown by much.
  bytes.buffer.transfer(0);
  return 'refused' in judged ? judged : { contentType: judged.contentType, isDamaged: judged.isDamaged, changed: null };
}
