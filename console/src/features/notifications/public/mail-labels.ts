/** Alert titles for sending a mail again: success and failure. */
export const mailSentAgain = (address: string): string => `Another mail is on its way to ${address}`;
export const mailNotSent = (address: string): string => `No mail was sent to ${address}`;
