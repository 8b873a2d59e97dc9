import type { z } from 'zod';
import type { ErrorClass } from '../errors/errors.ts';
import type { CustomerConfigCode, Module } from '../organizations/features.ts';
import type { Permission } from '../permissions/permissions.ts';

/**
 * Who may ask: anybody; whoever has signed in, with or without an organization, or about one that need not be theirs; a
 * member of the organization that is meant; another system with a key of an organization, and nobody else; an auditor under a grant, and nobody else; an admin of it; a member who holds one of these permissions or, for MANAGERS, belongs to the group of managers.
 * Admins may ask whatever members may.
 */
export type Access =
  | 'PUBLIC'
  | 'SIGNED_IN'
  | 'ANY_ORGANIZATION'
  | 'MEMBER'
  | 'KEY'
  | 'AUDITOR'
  | 'ADMIN'
  | { readonly anyOf: readonly (Permission | 'MANAGERS')[] };

/** Switches of an organization that must be on: each of them, or at least one. */
export type Demanded<Switch extends string> =
  | { readonly allOf: readonly Switch[] }
  | { readonly anyOf: readonly Switch[] };

/** The class of the catalogue for a field that is wrong, by its name; OTHERS is for the body's remaining fields. One that the body does not know is told by its class too, where it has one. */
export type FieldClasses = Readonly<Record<string, ErrorClass>>;

/** What a request's content may be: JSON of a shape, bytes of whatever kind, which are looked at themselves, bytes that the use case takes as they come, the same as the only field of a form, the fields of a form of another site, JSON as it came, which is held against a signature first, or nothing. */
type Content =
  | { readonly accepts: 'JSON'; readonly body: z.ZodType }
  | { readonly accepts: 'FOREIGN_FORM'; readonly body: z.ZodType }
  | { readonly accepts: 'BYTES'; readonly body?: undefined }
  | { readonly accepts: 'STREAM'; readonly body?: undefined }
  | { readonly accepts: 'SIGNED'; readonly body?: undefined }
  | { readonly accepts: 'FORM'; readonly fileField: string; readonly body?: undefined }
  | { readonly accepts: 'NOTHING'; readonly body?: undefined };

/** How many bytes a body may have: 16 kB where nobody has signed in yet, 256 kB of an identity provider's answer or of what a provider of payments says, 1 MB elsewhere, 5 MB for a picture, 4 kB more for the form around one, and 25 MB for a file that is attached, unless the installation sets another limit. A route that takes more adds its own. */
export type BodyLimit = 16_384 | 262_144 | 1_048_576 | 5_242_880 | 5_246_976 | 26_214_400;

/** Why a write is taken whatever becomes of the subscription: it reports, takes out what is there, leaves or protects, is about oneself, or somebody else's, our staff's or billing's own. */
type OpenWrite = 'REPORTING' | 'TAKING_OUT' | 'PROTECTING' | 'ONESELF' | 'OTHERS';
/** The others are 402 while a plan has to be chosen or paid for, and in a module that the plan lacks; those of ONBOARDING only once the organization has been led through setting it up. */
export type Wall = OpenWrite | 'ONBOARDING' | 'WALLED';

/** How a route is asked. Each write says what it is to the wall, and whatever removes something is open. */
type Asked =
  | { readonly method: 'GET'; readonly wall?: undefined }
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly wall: Wall }
  | { readonly method: 'DELETE'; readonly wall: OpenWrite };

/** Whether the wall may stand in a route's way. */
export const isBehindWall = ({ wall }: Pick<Route, 'wall'>): boolean => wall === 'WALLED' || wall === 'ONBOARDING';

/** What is called wrong when something is wrong with a file. */
export const fileFieldOf = (route: Pick<Route, 'accepts'> & { readonly fileField?: string }): string =>
  route.fileField ?? 'body';

/** One address of the API, with all that its edge must know of it. Paths stand under /api; names in braces are parameters. */
export type Route = Content &
  Asked & {
    readonly path: string;
    readonly operationId: string;
    readonly summary: string;
    /** Else 401 without a token, 404 for an organization that is not the bearer's, 403. Finer rules, by state and person, are the workflow's own. */
    readonly access: Access;
    /** Whether an auditor may ask it too, within the scope of their grant. */
    readonly auditors?: true;
    /** Whose log commands are written to and reads follow: that of the organization that is meant or, where this is said, the installation's, in which the accounts stand. */
    readonly log?: 'INSTALLATION';
    /** Else 403. */
    readonly modules: Demanded<Module>;
    /** Else 403. */
    readonly flags: Demanded<CustomerConfigCode>;
    /** Whether one must have signed in within a quarter of an hour. Else 403, before anything of the request is looked at. */
    readonly demandsRecentSignIn?: true;
    /** Whether browsers open it as a page, from whatever site: it says nothing of the session, and a refusal is shown on the console's error screen. */
    readonly opensAsPage?: true;
    /** The read models that the answer is made of, by name: At-Least waits for them and As-Of tells of them. */
    readonly readModels: readonly string[];
    readonly fieldClasses: FieldClasses;
    /** Whoever sends more gets 413, or AttachmentTooLarge for bytes, and who is asking is settled before any of it is read. */
    readonly bodyLimit: BodyLimit;
    /** The classes that its own rules refuse with, besides those that follow from the rest of the contract (`refusals.ts`). */
    readonly refusals: readonly ErrorClass[];
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    /** 202: what was asked for is done later, and the answer says nothing of it. 303: the browser goes on elsewhere. */
    readonly status: 200 | 201 | 202 | 204 | 303;
    /** Another one, where what is asked for is there already, or is made at once. */
    readonly otherStatus?: 200 | 201;
    readonly answer?: z.ZodType;
    /** What an answer is that is no JSON. */
    readonly answerType?:
      | 'image/webp'
      | 'application/octet-stream'
      | 'application/samlmetadata+xml'
      | 'application/cloudevents-batch+json'
      | 'application/vnd.aai.asyncapi+json'
      | 'application/schema+json'
      | 'text/csv'
      | 'application/zip'
      | 'text/html'
      | 'application/pdf';
    /** The other form that an answer may be asked in. */
    readonly otherAnswerType?:
      | 'application/x-ndjson'
      | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  };
