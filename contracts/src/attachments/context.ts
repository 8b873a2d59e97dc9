import { defineContext } from '../kernel/context.ts';
import { attachment, attachmentCommandAnswer, attachmentList, storedAttachment } from './answers.ts';
import { attachmentRoutes } from './routes.ts';

export const attachmentsContext = defineContext({
  name: 'attachments',
  routes: attachmentRoutes,
  answers: {
    Attachment: attachment,
    AttachmentList: attachmentList,
    StoredAttachment: storedAttachment,
    AttachmentCommandAnswer: attachmentCommandAnswer,
  },
});
