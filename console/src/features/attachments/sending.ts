import { useEffect, useSyncExternalStore } from 'react';
import { showAlert } from '../../lib/format/alerts.ts';
import { canSeal } from '../../lib/offline/device-seal.ts';
import type { FileMetadata, FileReceiver, ReleasedFile } from '../../lib/offline/attachment-drafts.ts';
import { MAX_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { freeName } from '../../lib/offline/file-names.ts';
import { newGuid } from '../../lib/format/ids.ts';
import {
  dequeueUpload,
  enqueueUpload,
  queuedUploads,
  openQueuedUploads,
} from '../../lib/offline/upload-queue-storage.ts';
import { statusAfter, waitAfter } from '../../lib/offline/outbox-report.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { lastSignedIn } from '../../lib/session/session.ts';
import { forgetWithPerson } from '../../lib/session/sign-out.ts';
import { upload } from '../../lib/api/upload.ts';
import { addressedTo } from './api.ts';
import { refreshLists, stopAwaiting } from './awaited-files.ts';
import { toUploads, isUnsent, mayBeLost, refusalOf, type Unsent } from './unsent.ts';

export interface QueuedFile extends Unsent {
  readonly to: FileReceiver;
  /** Whether a report has announced it, so that its event waits for it. */
  readonly isAwaited?: boolean;
}

/** Files to upload. Module state, so that they survive leaving the attachments tab. */
let queued: readonly QueuedFile[] = [];
let isRunning = false;
let activeUpload: { readonly attachmentGuid: string; readonly controller: AbortController } | null = null;
/** Pending writes to the device's upload queue. */
let pendingWrites: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();
const watched = new Map<string, number>();

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function setQueued(next: readonly QueuedFile[]): void {
  queued = next;
  if (queued.some(mayBeLost)) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
  for (const listener of listeners) listener();
}

// Encrypted copies stay on the device, because the user has not chosen to delete them.
forgetWithPerson(() => {
  activeUpload?.controller.abort();
  for (const timer of retries.values()) clearTimeout(timer);
  retries.clear();
  setQueued([]);
});

const change = (attachmentGuid: string, to: Partial<Unsent>) =>
  setQueued(queued.map((each) => (each.attachmentGuid === attachmentGuid ? { ...each, ...to } : each)));
const serialized = (work: () => Promise<unknown>): Promise<unknown> => (pendingWrites = pendingWrites.then(work, work));

/**
 * Adds chosen files to the queue.
 * @param taken names of the other files of the owner
 * @param limitBytes maximum size of a file, in bytes
 */
export function addUploads(
  files: readonly File[],
  to: FileReceiver,
  { taken, limitBytes }: { readonly taken: readonly string[]; readonly limitBytes: number },
): void {
  const waiting = queued.filter((each) => each.to.owner.guid === to.owner.guid).map(({ name }) => name);
  const added = toUploads(files, { taken: [...taken, ...waiting], limitBytes }, newGuid).map(
    (each): QueuedFile => ({ ...each, to }),
  );
  enqueue(added);
}

/** Adds the files of a report that has arrived. */
export const addReleasedFiles = (files: readonly ReleasedFile[]): void =>
  enqueue(
    files.map(
      (file): QueuedFile => ({
        ...file,
        name: file.content.name,
        isAwaited: true,
        status: 'WAITING',
        sent: 0,
        refused: null,
      }),
    ),
  );

function enqueue(files: readonly QueuedFile[]): void {
  setQueued([...queued, ...files]);
  for (const { attachmentGuid } of files) void serialized(() => storeLocally(attachmentGuid));
  void sendAll();
}

/** Stores a file with what became of it. Larger files than the server takes stay where they were chosen. */
async function storeLocally(attachmentGuid: string): Promise<void> {
  const person = lastSignedIn();
  const file = queued.find((each) => each.attachmentGuid === attachmentGuid);
  if (!person || !file || !isUnsent(file) || file.content.size > MAX_FILE_LIMIT_BYTES) return;
  const { name, to, isAwaited, refused, content } = file;
  const about: FileMetadata = {
    name,
    to,
    ...(isAwaited && { isAwaited }),
    ...(refused?.mayRetry === false && { refused: refused.text }),
  };
  const isLocked = await enqueueUpload(person, { attachmentGuid, about, content });
  if (queued.some((each) => each.attachmentGuid === attachmentGuid)) change(attachmentGuid, { isLocked });
}

const forget = (attachmentGuid: string): Promise<unknown> =>
  serialized(() => dequeueUpload(lastSignedIn() ?? '', attachmentGuid));

let resumedFor: string | null = null;

/** Resumes the uploads that the user has stored on this device. Runs once per page load. */
export async function resume(person: string): Promise<void> {
  if (resumedFor === person) return;
  resumedFor = person;
  const found = await openQueuedUploads<FileMetadata>(person).catch(() => []);
  const missing = found.filter(({ attachmentGuid }) => !queued.some((each) => each.attachmentGuid === attachmentGuid));
  // Files of an unsent report (without `to`) are sent with that report.
  const free = missing.flatMap(({ about: { to, ...about }, ...file }) => (to ? [{ ...file, ...about, to }] : []));
  setQueued([
    ...queued,
    ...free.map(
      ({ attachmentGuid, name, to, isAwaited, refused, content }): QueuedFile => ({
        name,
        to,
        ...(isAwaited && { isAwaited }),
        attachmentGuid,
        content: new File([content], name),
        status: refused === undefined ? 'WAITING' : 'REFUSED',
        sent: 0,
        refused: refused === undefined ? null : { text: refused, mayRetry: false },
        isLocked: true,
      }),
    ),
  ]);
  void sendAll();
}

/** Retries an upload under the same guid, so that a file that did arrive is not duplicated. */
export function tryAgain(attachmentGuid: string): void {
  change(attachmentGuid, { status: 'WAITING', sent: 0, refused: null });
  void sendAll();
}

/** Cancels an upload and removes the file from the queue. An event that waits for the file stops waiting. */
export function cancelUpload(attachmentGuid: string): void {
  if (activeUpload?.attachmentGuid === attachmentGuid) activeUpload.controller.abort();
  const file = queued.find((each) => each.attachmentGuid === attachmentGuid);
  if (file?.isAwaited) void stopAwaiting({ ...file.to, attachmentGuid });
  setQueued(queued.filter((each) => each.attachmentGuid !== attachmentGuid));
  void forget(attachmentGuid);
}

/** Cancels all uploads and waits until the device has deleted them. */
export async function cancelAllUploads(): Promise<void> {
  for (const { attachmentGuid } of queued) cancelUpload(attachmentGuid);
  await pendingWrites;
}

/** Waits until all writes to the device's upload queue are done. */
export const queueSettled = async (): Promise<void> => void (await pendingWrites);

/**
 * Uploads files one at a time, and only in one tab of the browser. The server checks one file at a time, and on a slow
 * connection one complete file is better than several partial ones.
 */
async function sendAll(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  const locks: LockManager | undefined = navigator.locks;
  for (let next = nextOf(); next; next = nextOf()) {
    const file = next;
    await (locks ? locks.request('plimsoll-files', () => send(file)) : send(file));
  }
  isRunning = false;
}

const nextOf = () => queued.find(({ status }) => status === 'WAITING');
const putId = { event: 'putAttachment', task: 'putTaskAttachment' } as const;

/** Whether another tab has uploaded or cancelled the file: its stored copy is gone. */
async function isDoneElsewhere({ attachmentGuid, isLocked }: QueuedFile): Promise<boolean> {
  return !!isLocked && !(await queuedUploads(lastSignedIn() ?? '')).own.includes(attachmentGuid);
}

async function digestOf(content: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function send(file: QueuedFile): Promise<void> {
  const { attachmentGuid, name, content, to } = file;
  const remove = () => setQueued(queued.filter((each) => each.attachmentGuid !== attachmentGuid));
  if (await isDoneElsewhere(file)) return remove();
  const controller = new AbortController();
  activeUpload = { attachmentGuid, controller };
  change(attachmentGuid, { status: 'SENDING', sent: 0 });
  const { params, query } = addressedTo({ ...to, attachmentGuid });
  try {
    const onSent = (sent: number) => change(attachmentGuid, { sent, status: sent < 1 ? 'SENDING' : 'CHECKING' });
    const { receivedSha256 } = await upload(putId[to.owner.kind], { params, query: { ...query, name } }, content, {
      key: newGuid(),
      signal: controller.signal,
      onSent,
    });
    // Delete the local copy only if the server received exactly these bytes. Without https there is no digest to
    // compare.
    if (canSeal && receivedSha256 !== (await digestOf(content))) throw new Error('Other bytes have arrived');
    change(attachmentGuid, { status: 'ADDED' });
    await forget(attachmentGuid);
    failedAttempts.delete(attachmentGuid);
    await refreshLists();
    remove();
  } catch (error) {
    if (!controller.signal.aborted) refuse(file, error);
  } finally {
    activeUpload = null;
  }
}

const failedAttempts = new Map<string, number>();
const retries = new Map<string, ReturnType<typeof setTimeout>>();

/** Files larger than this, in bytes, are not retried automatically after `MAX_TRIES_OF_LARGE` failures. */
const LARGE_BYTES = 2_000_000;
const MAX_TRIES_OF_LARGE = 3;

/** Schedules an automatic retry with increasing delay. Returns false if the file is too large for another one. */
function retryLater(attachmentGuid: string, size: number): boolean {
  const tries = (failedAttempts.get(attachmentGuid) ?? 0) + 1;
  failedAttempts.set(attachmentGuid, tries);
  if (size > LARGE_BYTES && tries >= MAX_TRIES_OF_LARGE) return false;
  clearTimeout(retries.get(attachmentGuid));
  retries.set(
    attachmentGuid,
    setTimeout(() => retry(attachmentGuid), waitAfter(tries)),
  );
  return true;
}

function retry(attachmentGuid: string): void {
  clearTimeout(retries.get(attachmentGuid));
  retries.delete(attachmentGuid);
  if (queued.some((each) => each.attachmentGuid === attachmentGuid && each.status === 'REFUSED'))
    tryAgain(attachmentGuid);
}

addEventListener('online', () => [...retries.keys()].forEach(retry));

function refuse({ attachmentGuid, name, to, content }: QueuedFile, error: unknown): void {
  // Another user has attached a file of this name since the list was loaded.
  if (error instanceof ApiProblem && error.className === 'DuplicateAttachmentName')
    return change(attachmentGuid, { name: freeName(name, [name]), status: 'WAITING' });
  const refusal = refusalOf(error);
  const needsManualRetry = statusAfter(error) === 'WAITING' && !retryLater(attachmentGuid, content.size);
  const refused = needsManualRetry ? { ...refusal, text: `${refusal.text} It waits until you try again.` } : refusal;
  change(attachmentGuid, { status: 'REFUSED', refused });
  // A refused file stays on the device until the person saves or removes it.
  void serialized(() => storeLocally(attachmentGuid));
  if (!watched.get(to.owner.guid))
    showAlert({ type: 'error', title: `${name} was not added to ${to.words}`, subtitle: refused.text });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const all = () => queued;

/**
 * Files of an owner that are not yet in its list, or all of them if `ownerGuid` is null. While it is mounted for an
 * owner, failures of its uploads raise no alert, because the caller shows them.
 */
export function useUnsent(ownerGuid: string | null): readonly QueuedFile[] {
  const files = useSyncExternalStore(subscribe, all);
  useEffect(() => {
    if (ownerGuid === null) return undefined;
    watched.set(ownerGuid, (watched.get(ownerGuid) ?? 0) + 1);
    return () => void watched.set(ownerGuid, watched.get(ownerGuid)! - 1);
  }, [ownerGuid]);
  return ownerGuid === null ? files : files.filter(({ to }) => to.owner.guid === ownerGuid);
}

/** Whether any file would be lost or stay unsent if the user left now. */
export const hasPendingUploads = (): boolean => queued.some(isUnsent);

/** All files that have not been uploaded. */
export const usePendingUploads = (): readonly Unsent[] => useSyncExternalStore(subscribe, all).filter(isUnsent);
