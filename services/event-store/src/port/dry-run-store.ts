import { isSameStream, type Append, type AppendAnswer, type EventStore } from './event-store.ts';
import { GuidIntMap } from './guid-int-map.ts';

/**
 * Wraps a log so that appends are checked but not written. It knows the commands of the log and those it would have
 * written itself, but not the positions and numbers that they would have received: those are 0 and null.
 * @throws on an append that does more than start one stream: its outcome would depend on what was not written.
 */
export function dryRunStore(log: EventStore): EventStore {
  const recorded = new GuidIntMap();
  return {
    load: log.load.bind(log),
    append: (append) => appendTo(log, recorded, append),
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
  recorded: GuidIntMap,
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
  const before = recorded.get(commandId);
  if (before !== undefined) return before === mark ? { status: 'repeated', ...answer } : { status: 'reused' };
  const loaded = await log.load(tenant, stream, { commandId, fingerprint });
  if (loaded.status !== 'loaded') return loaded;
  if (loaded.revision > 0) return { status: 'conflict', stream, revision: loaded.revision };
  recorded.set(commandId, mark);
  return { status: 'written', ...answer };
}
