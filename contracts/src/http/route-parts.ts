import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';

/** No switch is demanded. */
export const none = { allOf: [] } as const;
/** A request without content. */
export const nothing = { accepts: 'NOTHING' } as const;
/** A request whose content is JSON of this shape. */
export const json = <Body extends z.ZodType>(body: Body) => ({ accepts: 'JSON', body }) as const;

/** A request whose content is a picture, or is found to be none. */
export const picture = { accepts: 'BYTES', bodyLimit: 5_242_880 } as const;
/** The same as the file of a form, in the field of this name. */
export const pictureForm = <const Field extends string>(fileField: Field) =>
  ({ accepts: 'FORM', fileField, bodyLimit: 5_246_976 }) as const;

/**
 * A request whose content is a file of whatever kind, which is taken as it comes; attachments as the installation sets
 * it.
 */
export const fileStream = { accepts: 'STREAM', bodyLimit: 26_214_400 } as const;

/** A request whose content is a form that another site has its visitor send. */
export const form = <Body extends z.ZodType>(body: Body) =>
  ({ accepts: 'FOREIGN_FORM', body, bodyLimit: 262_144 }) as const;

/** A request whose content is JSON that is read once its signature was found to be right. */
export const signed = { accepts: 'SIGNED', bodyLimit: 262_144 } as const;

/** Where nobody has signed in yet. */
const little = { bodyLimit: 16_384 } as const;
export const much = { bodyLimit: 1_048_576 } as const;

/** For everybody. */
export const open = {
  access: 'PUBLIC',
  modules: none,
  flags: none,
  readModels: [],
  fieldClasses: {},
  refusals: [],
  ...little,
} as const;
/** A page that a browser opens, also when another site sends it there. */
export const page = { ...open, opensAsPage: true } as const;
/** For every member, whatever the organization has switched on. */
export const shared = {
  access: 'MEMBER',
  modules: none,
  flags: none,
  fieldClasses: {},
  refusals: [],
  ...much,
} as const;

/** For signed-in users, about their own account. */
export const ownAccount = { ...shared, access: 'SIGNED_IN', log: 'INSTALLATION' } as const;

/** Changes how a person signs in or which addresses they have: an old session does not suffice. */
export const recent = { demandsRecentSignIn: true } as const;

export const orgGuid = z.strictObject({ orgGuid: guid });
