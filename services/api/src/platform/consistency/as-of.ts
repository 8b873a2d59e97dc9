import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import { throwMalformed } from '../../http/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { aheadOfLog } from './progress.ts';

/** What is asked of the past: an instant, or a position of the log. */
export interface AskedPast {
  readonly asOf?: string | undefined;
  readonly asOfPosition?: number | undefined;
}

/** Up to which position of the log is asked. Ends the request with 400 for what has not come yet. */
export async function positionAsked(
  store: EventStore,
  tenant: string,
  { asOf, asOfPosition }: AskedPast,
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

/** Which of these is asked by; undefined where none is. Ends the request with 400 where there are several. */
export function onlyOneOf<Name extends string>(
  names: readonly Name[],
  given: { readonly [Key in Name]?: unknown },
): Name | undefined {
  const [asked, ...more] = names.filter((name) => given[name] !== undefined);
  if (more.length > 0)
    throwMalformed(more.map((name) => fieldError(name, 'MalformedRequest', `Must not be given besides ${asked}`)));
  return asked;
}
