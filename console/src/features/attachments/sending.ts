import { useEffect, useSyncExternalStore } from 'react';
import { showAlert } from '../../lib/format/alerts.ts';
import { canSeal } from '../../lib/offline/device-seal.ts';
import type { AboutFile, FileReceiver, ReleasedFile } from '../../lib/offline/attachment-drafts.ts';
import { freeName } from '../../lib/offline/file-names.ts';
import { newGuid } from '../../lib/format/ids.ts';
import {
  dequeueUpload,
  enqueueUpload,
  queuedUploads,
  openQueuedUploads,
} from '../../lib/offline/upload-queue-storage.ts';
import { standingAfter, waitAfter } from '../../lib/offline/outbox-report.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { lastSignedIn } from '../../lib/session/session.ts';
import { forgetWithPerson } from '../../lib/session/sign-out.ts';
import { upload } from '../../lib/api/upload.ts';
import { addressedTo, staleAfterFiles } from './api.ts';
import { chosen, isAtStake, refusalOf, type Unsent } from './unsent.ts';

export interface Kept extends Unsent {
  readonly to: FileReceiver;
}

/** Files to upload. Module state, so that they survive leaving the attachments tab. */
let kept: readonly Kept[] = [];
let isRunning = false;
let underWay: { readonly attachmentGuid: string; readonly left: AbortController } | null = null;
/** Pending writes to the device's upload queue. */
let settling: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();
const watched = new Map<string, number>();

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function put(next: readonly Kept[]): void {
  kept = next;
  if (kept.some(isAtStake)) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

// Encrypted copies stay on the device, because the user has not chosen to delete them.
forgetWithPerson(() => {
  underWay?.left.abort();
  for (const timer of retries.values()) clearTimeout(timer);
  retries.clear();
  put([]);
});

const change = (attachmentGuid: string, to: Partial<Unsent>) =>
  put(kept.map((one) => (one.attachmentGuid === attachmentGuid ? { ...one, ...to } : one)));
const inOrder = (work: () => Promise<unknown>): Promise<unknown> => (settling = settling.then(work, work));

/**
 * Adds chosen files to the queue.
 * @param taken names of the other files of the owner
 * @param limitBytes maximum size of a file, in bytes
 */
export function add(
  files: readonly File[],
  to: FileReceiver,
  { taken, limitBytes }: { readonly taken: readonly string[]; readonly limitBytes: number },
): void {
  const waiting = kept.filter((one) => one.to.owner.guid === to.owner.guid).map(({ name }) => name);
  const added = chosen(files, { taken: [...taken, ...waiting], limitBytes }, newGuid).map(
    (one): Kept => ({ ...one, to }),
  );
  enter(added);
}

/** Adds the files of a report that has arrived. */
export const takeReleased = (files: readonly ReleasedFile[]): void =>
  enter(files.map((file): Kept => ({ ...file, name: file.content.name, standing: 'WAITING', sent: 0, refused: null })));

function enter(files: readonly Kept[]): void {
  put([...kept, ...files]);
  for (const one of files) if (isAtStake(one)) void inOrder(() => lock(one));
  void sendAll();
}

async function lock({ attachmentGuid, name, content, to }: Kept): Promise<void> {
  const person = lastSignedIn();
  if (!person || !kept.some((one) => one.attachmentGuid === attachmentGuid && isAtStake(one))) return;
  const isLocked = await enqueueUpload<AboutFile>(person, { attachmentGuid, about: { name, to }, content });
  if (kept.some((one) => one.attachmentGuid === attachmentGuid)) change(attachmentGuid, { isLocked });
}

const forget = (attachmentGuid: string): Promise<unknown> =>
  inOrder(() => dequeueUpload(lastSignedIn() ?? '', attachmentGuid));

let resumedFor: string | null = null;

/** Resumes the uploads that the user has stored on this device. Runs once per page load. */
export async function resume(person: string): Promise<void> {
  if (resumedFor === person) return;
  resumedFor = person;
  const found = await openQueuedUploads<AboutFile>(person).catch(() => []);
  const missing = found.filter(({ attachmentGuid }) => !kept.some((one) => one.attachmentGuid === attachmentGuid));
  // Files of an unsent report (without `to`) are sent with that report.
  const free = missing.flatMap(({ about: { name, to }, ...file }) => (to ? [{ ...file, name, to }] : []));
  put([
    ...kept,
    ...free.map(
      ({ attachmentGuid, name, to, content }): Kept => ({
        name,
        to,
        attachmentGuid,
        content: new File([content], name),
        standing: 'WAITING',
        sent: 0,
        refused: null,
        isLocked: true,
      }),
    ),
  ]);
  void sendAll();
}

/** Retries an upload under the same guid, so that a file that did arrive is not duplicated. */
export function tryAgain(attachmentGuid: string): void {
  change(attachmentGuid, { standing: 'WAITING', sent: 0, refused: null });
  void sendAll();
}

/** Cancels an upload and removes the file from the queue. */
export function leaveOut(attachmentGuid: string): void {
  if (underWay?.attachmentGuid === attachmentGuid) underWay.left.abort();
  put(kept.filter((one) => one.attachmentGuid !== attachmentGuid));
  void forget(attachmentGuid);
}

/** Cancels all uploads and waits until the device has deleted them. */
export async function leaveOutAll(): Promise<void> {
  for (const { attachmentGuid } of kept) leaveOut(attachmentGuid);
  await settling;
}

/** Waits until all writes to the device's upload queue are done. */
export const settled = async (): Promise<void> => void (await settling);

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

const nextOf = () => kept.find(({ standing }) => standing === 'WAITING');
const putId = { event: 'putAttachment', task: 'putTaskAttachment' } as const;

/** Whether another tab has uploaded or cancelled the file: its stored copy is gone. */
async function isDoneElsewhere({ attachmentGuid, isLocked }: Kept): Promise<boolean> {
  return !!isLocked && !(await queuedUploads(lastSignedIn() ?? '')).own.includes(attachmentGuid);
}

async function digestOf(content: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function send(file: Kept): Promise<void> {
  const { attachmentGuid, name, content, to } = file;
  const leave = () => put(kept.filter((one) => one.attachmentGuid !== attachmentGuid));
  if (await isDoneElsewhere(file)) return leave();
  const left = new AbortController();
  underWay = { attachmentGuid, left };
  change(attachmentGuid, { standing: 'SENDING', sent: 0 });
  const { params, query } = addressedTo({ ...to, attachmentGuid });
  try {
    const onSent = (sent: number) => change(attachmentGuid, { sent, standing: sent < 1 ? 'SENDING' : 'LOOKED_AT' });
    const { receivedSha256 } = await upload(putId[to.owner.kind], { params, query: { ...query, name } }, content, {
      key: newGuid(),
      signal: left.signal,
      onSent,
    });
    // Delete the local copy only if the server received exactly these bytes. Without https there is no digest to
    // compare.
    if (canSeal && receivedSha256 !== (await digestOf(content))) throw new Error('Other bytes have arrived');
    change(attachmentGuid, { standing: 'ADDED' });
    await forget(attachmentGuid);
    triesInVain.delete(attachmentGuid);
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => (staleAfterFiles as readonly unknown[]).includes(queryKey[0]),
    });
    leave();
  } catch (error) {
    if (!left.signal.aborted) refuse(file, error);
  } finally {
    underWay = null;
  }
}

const triesInVain = new Map<string, number>();
const retries = new Map<string, ReturnType<typeof setTimeout>>();

/** Files larger than this, in bytes, are not retried automatically after `MAX_TRIES_OF_LARGE` failures. */
const LARGE_BYTES = 2_000_000;
const MAX_TRIES_OF_LARGE = 3;

/** Schedules an automatic retry with increasing delay. Returns false if the file is too large for another one. */
function retryLater(attachmentGuid: string, size: number): boolean {
  const tries = (triesInVain.get(attachmentGuid) ?? 0) + 1;
  triesInVain.set(attachmentGuid, tries);
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
  if (kept.some((one) => one.attachmentGuid === attachmentGuid && one.standing === 'REFUSED')) tryAgain(attachmentGuid);
}

addEventListener('online', () => [...retries.keys()].forEach(retry));

function refuse({ attachmentGuid, name, to, content }: Kept, error: unknown): void {
  // Another user has attached a file of this name since the list was loaded.
  if (error instanceof ApiProblem && error.className === 'DuplicateAttachmentName')
    return change(attachmentGuid, { name: freeName(name, [name]), standing: 'WAITING' });
  const said = refusalOf(error);
  const isLeftToThem = standingAfter(error) === 'WAITING' && !retryLater(attachmentGuid, content.size);
  const refused = isLeftToThem ? { ...said, words: `${said.words} It waits until you try again.` } : said;
  change(attachmentGuid, { standing: 'REFUSED', refused });
  if (!refused.mayRetry) void forget(attachmentGuid);
  if (!watched.get(to.owner.guid))
    showAlert({ type: 'error', title: `${name} was not added to ${to.words}`, subtitle: refused.words });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const all = () => kept;

/**
 * Files of an owner that are not yet in its list, or all of them if `ownerGuid` is null. While it is mounted for an
 * owner, failures of its uploads raise no alert, because the caller shows them.
 */
export function useUnsent(ownerGuid: string | null): readonly Kept[] {
  const files = useSyncExternalStore(subscribe, all);
  useEffect(() => {
    if (ownerGuid === null) return undefined;
    watched.set(ownerGuid, (watched.get(ownerGuid) ?? 0) + 1);
    return () => void watched.set(ownerGuid, watched.get(ownerGuid)! - 1);
  }, [ownerGuid]);
  return ownerGuid === null ? files : files.filter(({ to }) => to.owner.guid === ownerGuid);
}

/** Whether any file would be lost or stay unsent if the user left now. */
export const isAnyAtStake = (): boolean => kept.some(isAtStake);

/** All files that have not been uploaded and still can be. */
export const useAtStake = (): readonly Unsent[] => useSyncExternalStore(subscribe, all).filter(isAtStake);
