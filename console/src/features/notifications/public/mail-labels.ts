/** What is said when a mail is sent once more, and when it is not. */
export const anotherMail = (address: string): string => `Another mail is on its way to ${address}`;
export const noMail = (address: string): string => `No mail was sent to ${address}`;
