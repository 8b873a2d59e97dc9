import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';

export const attachmentParams = z.strictObject({ eventId: guid, attachmentGuid: guid });
export const taskAttachmentParams = z.strictObject({ taskGuid: guid, attachmentGuid: guid });
/** `name` is the file's name; characters that cannot be stored are removed. */
export const putAttachmentQuery = z.strictObject({
  organizationGuid: guid.optional(),
  name: z.string().min(1).max(4000),
  questionGuid: guid.optional(),
});
export const changeAttachmentRequest = z.strictObject({
  name: safeText.min(1).max(4000).optional(),
  personGuids: z.array(guid).max(500).optional(),
});
export const eraseAttachmentRequest = z.strictObject({ reason: safeText.trim().min(1).max(10_000) });
/** Widths of thumbnails in pixels. */
export const thumbnailWidths = ['320', '1280'] as const;
export const thumbnailQuery = z.strictObject({ organizationGuid: guid.optional(), width: z.enum(thumbnailWidths) });
