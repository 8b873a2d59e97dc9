/**
 * A form's state for form managers: a draft, a published form, an archived one, or one built in for every organization.
 */
export const storedStates = ['DRAFT', 'PUBLISHED', 'ARCHIVED', 'BUILT_IN'] as const;
export type StoredState = (typeof storedStates)[number];

export const formCommands = ['change', 'publish', 'discard-changes', 'archive', 'restore', 'delete'] as const;
export type FormCommand = (typeof formCommands)[number];

/** It is done, changes nothing, or is refused with FormStateConflict. */
export type FormCell = 'DONE' | 'NOTHING' | 'CONFLICT';

/**
 * State by command. `change` is all that edits the working copy. Copies are made, and categories chosen, in every
 * state.
 */
export const formTable: Readonly<Record<FormCommand, Readonly<Record<StoredState, FormCell>>>> = {
  change: { DRAFT: 'DONE', PUBLISHED: 'DONE', ARCHIVED: 'CONFLICT', BUILT_IN: 'CONFLICT' },
  publish: { DRAFT: 'DONE', PUBLISHED: 'DONE', ARCHIVED: 'CONFLICT', BUILT_IN: 'CONFLICT' },
  'discard-changes': { DRAFT: 'CONFLICT', PUBLISHED: 'DONE', ARCHIVED: 'CONFLICT', BUILT_IN: 'CONFLICT' },
  archive: { DRAFT: 'CONFLICT', PUBLISHED: 'DONE', ARCHIVED: 'NOTHING', BUILT_IN: 'CONFLICT' },
  restore: { DRAFT: 'CONFLICT', PUBLISHED: 'NOTHING', ARCHIVED: 'DONE', BUILT_IN: 'DONE' },
  delete: { DRAFT: 'DONE', PUBLISHED: 'CONFLICT', ARCHIVED: 'CONFLICT', BUILT_IN: 'DONE' },
};

/** Commands that each state allows. */
export const commandsIn = (state: StoredState): readonly FormCommand[] =>
  formCommands.filter((command) => formTable[command][state] === 'DONE');
