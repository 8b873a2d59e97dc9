/** Alert titles for sending a mail again: success and failure. */
export const anotherMail = (address: string): string => `Another mail is on its way to ${address}`;
export const noMail = (address: string): string => `No mail was sent to ${address}`;
