import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { NamesForGood, StreamNames } from '@plimsoll/event-store/chain/derived-names';
import type { Decider } from './decider.ts';

declare const made: unique symbol;

/** The text of a reservation. Made by a `NameKind` alone, so that verifying the log knows every kind. */
export type ReservedName = string & { readonly [made]: true };

/** A kind of names that only one stream of a tenant may hold. Made by `nameKind`. */
export class NameKind<Values extends readonly unknown[]> {
  /** @param label what the names are, for messages. */
  constructor(
    readonly label: string,
    private readonly write: (...values: Values) => string,
  ) {}

  of(...values: Values): ReservedName {
    return this.write(...values) as ReservedName;
  }
}

/** Every kind of names of the files that are loaded. A test walks them. */
export const declaredNameKinds: NameKind<never[]>[] = [];

/** Declares a kind of names. Its text is stored as a keyed hash and must never change. */
export function nameKind<Values extends readonly unknown[]>(
  label: string,
  write: (...values: Values) => string,
): NameKind<Values> {
  const kind = new NameKind(label, write);
  declaredNameKinds.push(kind as unknown as NameKind<never[]>);
  return kind;
}

/** A name that may be personal data: null once it was erased. */
export const unlessErased = (kind: NameKind<[text: string]>, text: string): ReservedName | null =>
  text === ERASED ? null : kind.of(text);

/** Declares which names a stream holds in a state: verifying the log expects exactly these to be reserved. */
export function heldBy<State, Key extends readonly unknown[]>(
  decider: Decider<State, Key>,
  ...held: readonly (readonly [NameKind<[string]>, (state: State) => readonly (ReservedName | null)[]])[]
): StreamNames {
  return {
    stream: decider.kind,
    initial: (guid) => decider.fold([], guid),
    evolve: (state, event) => decider.evolve(state as State, event),
    held: held.map(([{ label }, names]) => ({ label, names: (state) => names(state as State) })),
  };
}

/** Declares names that events reserve for good. */
export const reservedForGood = <Values extends readonly unknown[]>(
  { label }: NameKind<Values>,
  derived: Pick<NamesForGood, 'types' | 'begin'>,
): NamesForGood => ({ label, ...derived });
