import type { AttachmentEvent } from './events.ts';

/** What is wrong with a file before anybody has looked into it: said where it is chosen, and where it comes. */
export const tooLargeFile = (limitBytes: number): string => `A file may have ${limitBytes / 1_048_576} MB`;
export const WEB_PAGE_FILE = "Web pages and scripts can't be attached. Attach a PDF or a picture of the page.";
export const EMPTY_FILE = 'The file is empty';
export const NAMELESS_FILE = 'The name has nothing but folders and marks';

/** What a person did with a file, to follow their name. */
export const fileVerbs = {
  AttachmentsAwaited: 'announced files',
  AttachmentAdded: 'attached a file',
  AttachmentChanged: 'changed a file',
  AttachmentDeleted: 'deleted a file',
  AttachmentRestored: 'restored a file',
  AttachmentErased: 'erased a file',
} as const satisfies Readonly<Record<AttachmentEvent['type'], string>>;
