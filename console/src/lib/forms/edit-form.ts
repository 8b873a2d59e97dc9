import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useCommandForm, type CommandForm, type GivenSchema } from './command-form.ts';
import type { DraftHandle } from './drafts.ts';
import type { FormError } from '../../ui/inputs/ErrorSummary.tsx';

/** The edited fields, and the record as it was when editing began. */
export interface EditDraft<Fields> {
  base: Fields;
  revision: number;
  fields: Fields;
}

/** A field that both sides have changed. */
export interface TwoVersions {
  field: string;
  mine: unknown;
  theirs: unknown;
}

export type Side = 'mine' | 'theirs';

interface EditFormOptions<
  Record extends { revision: number },
  Fields extends FieldValues,
  Body,
  Done,
  Conflict extends TwoVersions,
> {
  record: Record;
  draft: DraftHandle<EditDraft<Fields>>;
  /** The draft that was found on this device. */
  storedDraft: EditDraft<Fields> | undefined;
  fieldsOf: (record: Record) => Fields;
  bodyOf: (fields: Fields, base: Fields) => Body;
  check: (fields: Fields) => readonly FormError[] | Promise<readonly FormError[]>;
  place?: (field: string, body: Body) => string | null;
  send: (sent: { body: Body; key: string; revision: number }) => Promise<Done>;
  /** Fetches the current record. */
  newest: () => Promise<Record>;
  merge: (base: Fields, theirs: Fields, mine: Fields) => { fields: Fields; conflicts: Conflict[] };
  /** Applies one side of a conflict to the fields. */
  take: (fields: Fields, conflict: Conflict, side: Side) => Fields;
  /** Called once it is saved and the draft is deleted. */
  onSaved: (done: Done) => void;
}

export interface EditForm<Record, Fields extends FieldValues, Conflict> extends CommandForm<Fields> {
  /**
   * A conflict with another user's save: the current record, the revision that editing began with, and the fields
   * changed on both sides.
   */
  clash: { newest: Record; since: number; conflicts: readonly Conflict[]; chosen: ReadonlyMap<string, Side> } | null;
  choose: (conflict: Conflict, side: Side) => void;
  /** Chooses one side for all conflicts. */
  chooseAll: (side: Side) => void;
}

/** The field name of the choice between two versions, as an error links to it. */
export const versionField = (field: string): string => `version.${field}`;

/**
 * The form of an existing record. Its draft is restored; if another user has saved meanwhile, the user's changes are
 * merged onto the new version, so that neither side loses anything.
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
    storedDraft,
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
  }: EditFormOptions<Record, Fields, Body, Done, Conflict>,
): EditForm<Record, Fields, Conflict> {
  const [begun] = useState(
    () => storedDraft ?? { base: fieldsOf(record), revision: record.revision, fields: fieldsOf(record) },
  );
  const base = useRef({ fields: begun.base, revision: begun.revision });
  const [clash, setClash] = useState<EditForm<Record, Fields, Conflict>['clash']>(null);
  /**
   * What the draft is based on. It changes only when all conflicts are resolved, so that closing the page before brings
   * them up again.
   */
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
