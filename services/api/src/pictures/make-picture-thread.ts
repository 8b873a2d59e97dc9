import type { Refusal } from '../commands/decision.ts';
import { makePicture } from './make-picture.ts';

/** Converts a file to the picture to show, in a thread. */
export async function convert({
  bytes,
  field,
}: {
  readonly bytes: Uint8Array;
  readonly field: string;
}): Promise<Uint8Array | Refusal> {
  const picture = await makePicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), field);
  return Buffer.isBuffer(picture) ? new Uint8Array(picture) : picture;
}
