import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useCommandForm, type CommandForm, type GivenSchema } from './command-form.ts';
import type { DraftHandle } from './drafts.ts';
import type { FormError } from '../../ui/inputs/ErrorSummary.tsx';

/** What was typed, and the record as it stood when the person began. */
export interface EditDraft<Fields> {
  base: Fields;
  revision: number;
  fields: Fields;
}

/** What both have changed. */
export interface TwoVersions {
  field: string;
  mine: unknown;
  theirs: unknown;
}

export type Side = 'mine' | 'theirs';

interface EditFormAsk<
  Record extends { revision: number },
  Fields extends FieldValues,
  Body,
  Done,
  Conflict extends TwoVersions,
> {
  record: Record;
  draft: DraftHandle<EditDraft<Fields>>;
  /** The draft that was found on this device. */
  kept: EditDraft<Fields> | undefined;
  fieldsOf: (record: Record) => Fields;
  bodyOf: (fields: Fields, base: Fields) => Body;
  check: (fields: Fields) => readonly FormError[] | Promise<readonly FormError[]>;
  place?: (field: string, body: Body) => string | null;
  send: (sent: { body: Body; key: string; revision: number }) => Promise<Done>;
  /** The record as it stands now. */
  newest: () => Promise<Record>;
  merge: (base: Fields, theirs: Fields, mine: Fields) => { fields: Fields; conflicts: Conflict[] };
  /** The fields with one side of what both have changed. */
  take: (fields: Fields, conflict: Conflict, side: Side) => Fields;
  /** Called when it is saved and the draft is gone. */
  onSaved: (done: Done) => void;
}

export interface EditForm<Record, Fields extends FieldValues, Conflict> extends CommandForm<Fields> {
  /** Somebody saved first: the record as it stands now, the revision that the person began with, and what both have changed. */
  clash: { newest: Record; since: number; conflicts: readonly Conflict[]; chosen: ReadonlyMap<string, Side> } | null;
  choose: (conflict: Conflict, side: Side) => void;
  /** One side of all that both have changed. */
  chooseAll: (side: Side) => void;
}

/** The name of the choice between two versions, as a fault links to it. */
export const versionField = (field: string): string => `version.${field}`;

/**
 * The form of a record that is there already: its draft comes back by itself, and when somebody else has saved
 * meanwhile what was typed is brought upon that, so that nothing of either is lost.
 */
export function useEditForm<
  Record extends { revision: number },
  Fields extends FieldValues,
  Body,
  Done,
  Conflict extends TwoVersions,
>(
  schema: GivenSchema<Body>,
  {
    record,
    draft,
    kept,
    fieldsOf,
    bodyOf,
    check,
    place,
    send,
    newest,
    merge,
    take,
    onSaved,
    ...ask
  }: EditFormAsk<Record, Fields, Body, Done, Conflict>,
): EditForm<Record, Fields, Conflict> {
  const [begun] = useState(
    () => kept ?? { base: fieldsOf(record), revision: record.revision, fields: fieldsOf(record) },
  );
  const base = useRef({ fields: begun.base, revision: begun.revision });
  const [clash, setClash] = useState<EditForm<Record, Fields, Conflict>['clash']>(null);
  /** What the draft was begun from. It stays until all is chosen: whoever closes the page before is asked again. */
  const begunFrom = useRef(base.current);
  const keep = (fields: Fields) =>
    draft.save({ base: begunFrom.current.fields, revision: begunFrom.current.revision, fields });
  const unchosen = clash?.conflicts.filter(({ field }) => !clash.chosen.has(field)) ?? [];

  const form = useCommandForm(schema, {
    ...ask,
    start: begun.fields,
    bodyOf: (fields: Fields) => bodyOf(fields, base.current.fields),
    check: async (fields) => [
      ...unchosen.map(({ field }) => ({ field: versionField(field), message: 'Choose one of the two versions' })),
      ...(await check(fields)),
    ],
    place,
    send: (body, key) => send({ body, key, revision: base.current.revision }),
    onTyped: keep,
    onDone: async (done) => {
      await draft.discard();
      onSaved(done);
    },
    onStale: async (mine) => {
      const since = base.current.revision;
      const found = await newest();
      const theirs = fieldsOf(found);
      const { fields, conflicts } = merge(base.current.fields, theirs, mine);
      base.current = { fields: theirs, revision: found.revision };
      setClash({ newest: found, since, conflicts, chosen: new Map() });
      if (conflicts.length === 0) begunFrom.current = base.current;
      show(fields);
    },
  });
  const show = (fields: Fields) => {
    form.controls.reset(fields as DefaultValues<Fields>);
    keep(fields);
  };
  const chooseSides = (sides: readonly (readonly [Conflict, Side])[]) => {
    if (!clash) return;
    const chosen = new Map([...clash.chosen, ...sides.map(([{ field }, side]) => [field, side] as const)]);
    setClash({ ...clash, chosen });
    if (clash.conflicts.every(({ field }) => chosen.has(field))) begunFrom.current = base.current;
    show(sides.reduce((fields, [conflict, side]) => take(fields, conflict, side), form.controls.getValues()));
  };
  return {
    ...form,
    clash,
    choose: (conflict, side) => chooseSides([[conflict, side]]),
    chooseAll: (side) => chooseSides((clash?.conflicts ?? []).map((conflict) => [conflict, side])),
  };
}
