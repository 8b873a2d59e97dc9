import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { contentSize, openFrames, sealFrames } from './sealed-frames.ts';

const SALT_BYTES = 32;

/**
 * A key seals one content only, so each thumbnail has a key of its own. It follows from the file's key and the salt
 * before the sealed bytes: with the file's key, the thumbnail becomes unreadable.
 */
const keyOf = (fileKey: KeyObject, salt: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', fileKey, salt, 'plimsoll thumbnail', 32)));

/** Seals a thumbnail with a key that follows from its file's. */
export async function* sealThumbnail(fileKey: KeyObject, fileGuid: string, content: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield salt;
  yield* sealFrames(keyOf(fileKey, salt), fileGuid, [content]);
}

/** Opens a sealed thumbnail. @throws when it was changed. */
export async function openThumbnail(fileKey: KeyObject, fileGuid: string, stored: Buffer): Promise<Buffer> {
  const sealed = stored.subarray(SALT_BYTES);
  const size = contentSize(sealed.length);
  const pieces: Buffer[] = [];
  const opened = openFrames(keyOf(fileKey, stored.subarray(0, SALT_BYTES)), fileGuid, only(sealed), {
    from: 0,
    to: size,
    size,
  });
  for await (const piece of opened) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
