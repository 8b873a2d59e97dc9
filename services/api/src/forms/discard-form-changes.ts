import { isDeepStrictEqual } from 'node:util';
import { onForm, ofOwn } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/**
 * Resets the working copy to the newest version; without changes it writes nothing. Refuses: FormNotFound,
 * FormStateConflict.
 */
export const DiscardFormChanges = defineCommand(
  onForm('DiscardFormChanges', (form) =>
    ofOwn('discard-changes', form, ({ content, published, version }) =>
      isDeepStrictEqual(content, published) ? [] : [{ type: 'FormChangesDiscarded', data: { version } }],
    ),
  ),
);
