import { HEAD_BYTES, minuteName, takenIn } from './photo-date.ts';
import { losesPosition } from './photo-position.ts';

/** How photos are stored. */
export interface PhotoHandling {
  /** Names a photo after the minute it was taken, since cameras give all theirs the same name. */
  readonly isFromCamera?: boolean;
  /** Whether the organization keeps where photos were taken. */
  readonly keepsPosition?: boolean;
}

/** The worker's response: null if the photo stays as it is. */
interface Shrunk {
  readonly id: number;
  readonly small: Blob | null;
}

let worker: Worker | null | undefined;
let last = 0;
const waiting = new Map<number, (small: Blob | null) => void>();

/** A worker, so that the page stays responsive while a large photo is shrunk. */
function theWorker(): Worker | null {
  if (worker !== undefined) return worker;
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return (worker = null);
  worker = new Worker(new URL('./shrink-photo.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Shrunk>) => {
    waiting.get(data.id)?.(data.small);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    // The worker could not be loaded or has crashed: photos stay as they are.
    worker = null;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });
  return worker;
}

function shrunk(photo: Blob, keepsPosition: boolean): Promise<Blob | null> {
  const shrinker = theWorker();
  if (!shrinker) return Promise.resolve(null);
  const id = (last += 1);
  return new Promise((settle) => {
    waiting.set(id, settle);
    shrinker.postMessage({ id, photo, keepsPosition });
  });
}

/** Excludes GIFs, which would lose their animation. */
const isPhoto = ({ type }: File): boolean => /^image\/(?!gif)/.test(type);

/**
 * A file as stored on the device: a photo has at most 2048 pixels on its longer side and keeps its date, and its position
 * where the organization wants that; other files stay unchanged, and so do photos that cannot be decoded here, or that
 * would lose a position to be kept.
 */
export async function photoToStore(
  file: File,
  { isFromCamera = false, keepsPosition = false }: PhotoHandling = {},
): Promise<File> {
  if (!isPhoto(file)) return file;
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const taken = takenIn(head);
  const small = keepsPosition && losesPosition(head) ? null : await shrunk(file, keepsPosition);
  const ending = small ? 'jpg' : (/\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? 'jpg');
  const stem = file.name.replace(/\.[^.]*$/, '');
  const name = isFromCamera
    ? minuteName(taken, new Date(file.lastModified), ending)
    : `${stem}.${small ? ending : (/\.([^.]+)$/.exec(file.name)?.[1] ?? ending)}`;
  return new File([small ?? file], name, { type: small ? 'image/jpeg' : file.type, lastModified: file.lastModified });
}
