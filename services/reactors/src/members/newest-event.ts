import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { ReadableLog } from '../mail/readable-log.ts';

/** The newest event of a stream. @throws UnreadableEvent */
export const newestEvent = async (
  log: ReadableLog,
  tenant: string,
  kind: string,
  guid: string,
): Promise<RecordedEvent | undefined> => (await log.load(tenant, { kind, guid })).at(-1);
