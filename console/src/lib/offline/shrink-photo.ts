import { HEAD_BYTES, minuteName, takenIn } from './photo-date.ts';

/** What the worker answers: null where a photo stays as it is. */
interface Shrunk {
  readonly id: number;
  readonly small: Blob | null;
}

let worker: Worker | null | undefined;
let last = 0;
const waiting = new Map<number, (small: Blob | null) => void>();

/** Beside the page, so that it stays at hand while a photo of many megapixels is made small. */
function theWorker(): Worker | null {
  if (worker !== undefined) return worker;
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return (worker = null);
  worker = new Worker(new URL('./shrink-photo.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Shrunk>) => {
    waiting.get(data.id)?.(data.small);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    // It could not be fetched, or has died: photos stay as they are.
    worker = null;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });
  return worker;
}

function shrunk(photo: Blob): Promise<Blob | null> {
  const beside = theWorker();
  if (!beside) return Promise.resolve(null);
  const id = (last += 1);
  return new Promise((settle) => {
    waiting.set(id, settle);
    beside.postMessage({ id, photo });
  });
}

/** Pictures that move lose that by being made small. */
const isPhoto = ({ type }: File): boolean => /^image\/(?!gif)/.test(type);

/**
 * A file as it waits on the device: a photo with 2048 pixels at most and its date; whatever else, and what cannot be decoded here, as it is.
 * @param isFromCamera cameras call all of theirs the same: such a one is called by the minute that it was taken in.
 */
export async function keptPhoto(file: File, isFromCamera: boolean): Promise<File> {
  if (!isPhoto(file)) return file;
  const taken = takenIn(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const small = await shrunk(file);
  const ending = small ? 'jpg' : (/\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? 'jpg');
  const stem = file.name.replace(/\.[^.]*$/, '');
  const name = isFromCamera
    ? minuteName(taken, new Date(file.lastModified), ending)
    : `${stem}.${small ? ending : (/\.([^.]+)$/.exec(file.name)?.[1] ?? ending)}`;
  return new File([small ?? file], name, { type: small ? 'image/jpeg' : file.type, lastModified: file.lastModified });
}
