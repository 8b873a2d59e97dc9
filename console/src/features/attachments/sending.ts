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

/** What was chosen outlives the tab that it was chosen in: whoever reads the event meanwhile loses nothing. */
let kept: readonly Kept[] = [];
let isRunning = false;
let underWay: { readonly attachmentGuid: string; readonly left: AbortController } | null = null;
/** Files that are being put on the device, or taken from it. */
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

// What lies on the device stays there, locked: nobody chose to delete it.
forgetWithPerson(() => {
  underWay?.left.abort();
  for (const timer of retries.values()) clearTimeout(timer);
  retries.clear();
  put([]);
});

const change = (attachmentGuid: string, to: Partial<Unsent>) =>
  put(kept.map((one) => (one.attachmentGuid === attachmentGuid ? { ...one, ...to } : one)));
const inOrder = (work: () => Promise<unknown>): Promise<unknown> => (settling = settling.then(work, work));

/** Takes files that somebody has chosen. @param taken what the other files there are called. @param limitBytes what the installation takes of a file. */
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

/** Takes files whose report has arrived. */
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

/** Goes on with what a person has left on this device, once a page. */
export async function resume(person: string): Promise<void> {
  if (resumedFor === person) return;
  resumedFor = person;
  const found = await openQueuedUploads<AboutFile>(person).catch(() => []);
  const missing = found.filter(({ attachmentGuid }) => !kept.some((one) => one.attachmentGuid === attachmentGuid));
  // What a report names that is not sent goes with it.
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

/** Tries a file again, under the same guid: what has arrived is not doubled. */
export function tryAgain(attachmentGuid: string): void {
  change(attachmentGuid, { standing: 'WAITING', sent: 0, refused: null });
  void sendAll();
}

/** Gives a file up. */
export function leaveOut(attachmentGuid: string): void {
  if (underWay?.attachmentGuid === attachmentGuid) underWay.left.abort();
  put(kept.filter((one) => one.attachmentGuid !== attachmentGuid));
  void forget(attachmentGuid);
}

/** Gives all of them up, and waits until the device has none of them. */
export async function leaveOutAll(): Promise<void> {
  for (const { attachmentGuid } of kept) leaveOut(attachmentGuid);
  await settling;
}

/** Waits until the device has what it is to keep. */
export const settled = async (): Promise<void> => void (await settling);

/** One file after the other, and one tab of this browser: the server looks at one at a time, and a weak line brings one of them sooner than half of each. */
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

/** Another tab has sent it, or its person has left it out there. */
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
    // It goes from here when the server has these bytes, and no others. Over plain http nothing counts them.
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

/** A large file that has failed so often costs too much to be tried by itself. */
const LARGE_BYTES = 2_000_000;
const MAX_TRIES_OF_LARGE = 3;

/** Tries again by itself what did not arrive, later and later. */
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
  // Somebody else has attached one of this name since the list was asked for.
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

/** What was chosen for an event or an action and is not in its list yet, or, for nobody in particular, all of it; whoever shows it need not be told by an alert. */
export function useUnsent(ownerGuid: string | null): readonly Kept[] {
  const files = useSyncExternalStore(subscribe, all);
  useEffect(() => {
    if (ownerGuid === null) return undefined;
    watched.set(ownerGuid, (watched.get(ownerGuid) ?? 0) + 1);
    return () => void watched.set(ownerGuid, watched.get(ownerGuid)! - 1);
  }, [ownerGuid]);
  return ownerGuid === null ? files : files.filter(({ to }) => to.owner.guid === ownerGuid);
}

/** Whether something would be lost, or left behind, by leaving. */
export const isAnyAtStake = (): boolean => kept.some(isAtStake);

/** Whatever is not there yet, wherever it goes. */
export const useAtStake = (): readonly Unsent[] => useSyncExternalStore(subscribe, all).filter(isAtStake);
