import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import { throwMalformed } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { aheadOfLog } from './read-your-writes.ts';

/** A point in the past that a request asks for: an instant, or a position of the log. */
export interface PointInPast {
  readonly asOf?: string | undefined;
  readonly asOfPosition?: number | undefined;
}

/** Resolves the requested point in the past to a position of the log. Throws 400 for one in the future. */
export async function positionInPast(
  store: EventStore,
  tenant: string,
  { asOf, asOfPosition }: PointInPast,
  now: Date,
): Promise<Position> {
  const position =
    asOf === undefined
      ? await reached(store, tenant, asOfPosition!)
      : Date.parse(asOf) > now.getTime()
        ? undefined
        : await store.positionAt(tenant, new Date(asOf));
  return position ?? throwMalformed([aheadOfLog(asOf === undefined ? 'asOfPosition' : 'asOf')]);
}

async function reached(store: EventStore, tenant: string, position: Position): Promise<Position | undefined> {
  const { head } = await store.read(tenant, position, 1);
  return position > head ? undefined : position;
}

/** The single name of `names` that is given, or undefined for none. Throws 400 when several are given. */
export function onlyOneOf<Name extends string>(
  names: readonly Name[],
  given: { readonly [Key in Name]?: unknown },
): Name | undefined {
  const [only, ...more] = names.filter((name) => given[name] !== undefined);
  if (more.length > 0)
    throwMalformed(more.map((name) => fieldError(name, 'MalformedRequest', `Must not be given besides ${only}`)));
  return only;
}
