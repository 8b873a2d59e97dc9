import { errorCatalogue } from './catalogue.generated.ts';

export { errorCatalogue };

/** Also the title of the dialog that lets one sign in again. */
export const SESSION_ENDED = 'Your session has ended';

/** The name of an error class; its context declares it. */
export type ErrorClass = keyof typeof errorCatalogue;

/** Classes that end a session. Any other 401 is about what was typed and leaves the session as it is. */
export const sessionErrors = [
  'NoToken',
  'NonParsableJwt',
  'ExpiredNonRefreshableJwt',
] as const satisfies readonly ErrorClass[];

export const NETWORK_FAILURE = 'Something went wrong. Please check your internet connection and try again...';

/** The same while the device has no network: that is expected, and nobody's error. */
export const OFFLINE_FAILURE = 'You have no signal. Try again when you are back online.';

/** The status that goes with a class. */
export const statusOf = (className: ErrorClass): number => errorCatalogue[className].status;

/** The text that users see for a class. */
export const textOf = (className: ErrorClass): string => errorCatalogue[className].text;

/** The text of a page that was opened elsewhere, and where it is to be opened. */
export const foreignOriginText = (address: string): string => `${textOf('ForeignOrigin')} Open ${address} instead.`;
