import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const attachmentErrors = {
  AttachmentTooLarge: bad('The file is too large'),
  InvalidFileExtension: bad('Files of this type cannot be attached'),
  AttachmentInfected: bad('The virus scanner found something in this file'),
  AttachmentNotFound: notFound('Attachment'),
  ImageNotFound: notFound('Image'),
  RangeNotSatisfiable: { status: 416, text: 'The file has no such bytes. Ask for a range within its size.' },
  DuplicateAttachmentName: conflict('A file with this name is already attached'),
} as const;
