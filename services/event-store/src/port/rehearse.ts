import { isSameStream, type Append, type AppendAnswer, type EventStore } from './event-store.ts';
import { GuidMarks } from './guid-marks.ts';

/**
 * A log that answers as the given one would, and writes nothing: it knows the commands of the log, and those that it would
 * have written itself. Positions and numbers that would have been drawn it does not know, and tells none.
 * @throws on an append that does more than begin streams: what else it would come to depends on what was not written.
 */
export function rehearse(log: EventStore): EventStore {
  const rehearsed = new GuidMarks();
  return {
    load: log.load.bind(log),
    append: (append) => appendTo(log, rehearsed, append),
    read: (tenant, after, limit) => log.read(tenant, after, limit),
    ...(log.readPages && { readPages: (wanted) => log.readPages!(wanted) }),
    heads: () => log.heads(),
    positionAt: (tenant, instant) => log.positionAt(tenant, instant),
    watch: (wake) => log.watch(wake),
    verify: (tenant, progress) => log.verify(tenant, progress),
    close: () => log.close(),
  };
}

async function appendTo(
  log: EventStore,
  rehearsed: GuidMarks,
  { tenant, commandId, fingerprint, records, checks, reservations = [], releases = [] }: Append,
): Promise<AppendAnswer> {
  const { stream } = records.at(-1)!;
  const { expect } = checks.find((check) => isSameStream(check.stream, stream))!;
  if (
    records.some((record) => !isSameStream(record.stream, stream)) ||
    expect !== 0 ||
    reservations.length > 0 ||
    releases.length > 0
  )
    throw new Error('Only a command that begins a stream can be rehearsed');
  const answer = { position: 0, revision: records.length, number: null };
  const mark = Buffer.from(fingerprint).readUInt32LE(0);
  const before = rehearsed.get(commandId);
  if (before !== undefined) return before === mark ? { status: 'repeated', ...answer } : { status: 'reused' };
  const loaded = await log.load(tenant, stream, { commandId, fingerprint });
  if (loaded.status !== 'loaded') return loaded;
  if (loaded.revision > 0) return { status: 'conflict', stream, revision: loaded.revision };
  rehearsed.set(commandId, mark);
  return { status: 'written', ...answer };
}
