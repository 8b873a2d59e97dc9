import { isDeepStrictEqual } from 'node:util';
import { formCommand, ofOwn } from './form.ts';

/** Goes back to the newest version; without changes it writes nothing. Refuses: FormNotFound, FormStateConflict. */
export const DiscardFormChanges = formCommand('DiscardFormChanges', (form) =>
  ofOwn('discard-changes', form, ({ content, published, version }) =>
    isDeepStrictEqual(content, published) ? [] : [{ type: 'FormChangesDiscarded', data: { version } }],
  ),
);
