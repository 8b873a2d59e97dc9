/** Whose jobs are mails to be written and sent. */
export const MAIL_QUEUE = 'mail';
