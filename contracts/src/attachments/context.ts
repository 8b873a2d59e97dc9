import { defineContext } from '../kernel/context.ts';
import { attachment, attachmentCommandAnswer, attachmentList, storedAttachment } from './answers.ts';
import { attachmentErrors } from './errors.ts';
import { attachmentRoutes } from './routes.ts';

export const attachmentsContext = defineContext({
  name: 'attachments',
  routes: attachmentRoutes,
  errors: attachmentErrors,
  answers: {
    Attachment: attachment,
    AttachmentList: attachmentList,
    StoredAttachment: storedAttachment,
    AttachmentCommandAnswer: attachmentCommandAnswer,
  },
});
