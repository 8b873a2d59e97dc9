import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { showAlert } from '../../lib/alerts.ts';
import { newGuid } from '../../lib/ids.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { forgetWithPerson } from '../../lib/sign-out.ts';
import { upload } from '../../lib/upload.ts';
import { addressedTo, staleAfterFiles } from './api.ts';
import { chosen, freeName, isAtStake, refusalOf, type Unsent } from './unsent.ts';

/** Where files go, and whose questions have new answers then. */
export interface Receiver {
  readonly organizationGuid: string;
  readonly eventId: string;
  readonly number: number;
  readonly client: QueryClient;
}

interface Kept extends Unsent {
  readonly to: Receiver;
}

/** What was chosen outlives the tab that it was chosen in: whoever reads the event meanwhile loses nothing. */
let kept: readonly Kept[] = [];
let isRunning = false;
let underWay: { readonly attachmentGuid: string; readonly left: AbortController } | null = null;
const listeners = new Set<() => void>();
const watched = new Map<string, number>();

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function put(next: readonly Kept[]): void {
  kept = next;
  if (kept.some(isAtStake)) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

forgetWithPerson(() => {
  underWay?.left.abort();
  put([]);
});

const change = (attachmentGuid: string, to: Partial<Unsent>) => put(kept.map((one) => (one.attachmentGuid === attachmentGuid ? { ...one, ...to } : one)));

/** Takes files that somebody has chosen. @param taken what the event's files are called. */
export function add(files: readonly File[], to: Receiver, taken: readonly string[]): void {
  const waiting = kept.filter(({ to: { eventId } }) => eventId === to.eventId).map(({ name }) => name);
  put([...kept, ...chosen(files, [...taken, ...waiting], newGuid).map((one) => ({ ...one, to }))]);
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
}

/** One file after the other: the server looks at one at a time, and a weak line brings one of them sooner than half of each. */
async function sendAll(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let next = nextOf(); next; next = nextOf()) await send(next);
  isRunning = false;
}

const nextOf = () => kept.find(({ standing }) => standing === 'WAITING');

async function send({ attachmentGuid, name, content, to }: Kept): Promise<void> {
  const left = new AbortController();
  underWay = { attachmentGuid, left };
  change(attachmentGuid, { standing: 'SENDING', sent: 0 });
  const { params, query } = addressedTo({ ...to, attachmentGuid });
  try {
    const onSent = (sent: number) => change(attachmentGuid, { sent, standing: sent < 1 ? 'SENDING' : 'LOOKED_AT' });
    await upload('putAttachment', { params, query: { ...query, name } }, content, { key: newGuid(), signal: left.signal, onSent });
    change(attachmentGuid, { standing: 'ADDED' });
    await to.client.invalidateQueries({ predicate: ({ queryKey }) => (staleAfterFiles as readonly unknown[]).includes(queryKey[0]) });
    put(kept.filter((one) => one.attachmentGuid !== attachmentGuid));
  } catch (fault) {
    if (!left.signal.aborted) refuse(attachmentGuid, name, to, fault);
  } finally {
    underWay = null;
  }
}

function refuse(attachmentGuid: string, name: string, to: Receiver, fault: unknown): void {
  // Somebody else has attached one of this name since the list was asked for.
  if (fault instanceof ApiProblem && fault.className === 'DuplicateAttachmentName') return change(attachmentGuid, { name: freeName(name, [name]), standing: 'WAITING' });
  const refused = refusalOf(fault);
  change(attachmentGuid, { standing: 'REFUSED', refused });
  if (!watched.get(to.eventId)) showAlert({ type: 'error', title: `${name} was not added to event ${to.number}`, subtitle: refused.words });
}

/** What was chosen for an event and is not in its list yet; whoever shows it need not be told by an alert. */
export function useUnsent(eventId: string): readonly Unsent[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => kept,
  );
  useEffect(() => {
    watched.set(eventId, (watched.get(eventId) ?? 0) + 1);
    return () => void watched.set(eventId, watched.get(eventId)! - 1);
  }, [eventId]);
  return all.filter(({ to }) => to.eventId === eventId);
}
