import type { z } from 'zod';
import type { ErrorClass } from '../errors/errors.ts';
import type { CustomerConfigCode, Module } from '../organizations/features.ts';
import type { Permission } from '../permissions/permissions.ts';

/**
 * Who may call a route: anyone (PUBLIC); signed-in users, with or without an organization (SIGNED_IN) or about any
 * organization (ANY_ORGANIZATION); a member of the organization; only systems with an API key (KEY); only auditors with
 * a grant (AUDITOR); an admin; or a member with one of these permissions or, for MANAGERS, in the group of managers.
 * Admins may call all that members may.
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

/**
 * The error class of a field by its name; OTHERS is for the body's remaining fields. Unknown fields use their class
 * too.
 */
export type FieldClasses = Readonly<Record<string, ErrorClass>>;

/**
 * Content of a request: JSON with a schema; bytes whose type is detected (BYTES); bytes streamed to the use case
 * (STREAM); bytes as the only field of a form (FORM); the fields of another site's form (FOREIGN_FORM); raw JSON whose
 * signature is verified first (SIGNED); or nothing.
 */
type Content =
  | { readonly accepts: 'JSON'; readonly body: z.ZodType }
  | { readonly accepts: 'FOREIGN_FORM'; readonly body: z.ZodType }
  | { readonly accepts: 'BYTES'; readonly body?: undefined }
  | { readonly accepts: 'STREAM'; readonly body?: undefined }
  | { readonly accepts: 'SIGNED'; readonly body?: undefined }
  | { readonly accepts: 'FORM'; readonly fileField: string; readonly body?: undefined }
  | { readonly accepts: 'NOTHING'; readonly body?: undefined };

/**
 * Maximum size of a body in bytes: 16 kB before sign-in, 256 kB from an identity or payment provider, 1 MB elsewhere,
 * 5 MB for a picture, 4 kB more for the form around one, and 25 MB for an attachment unless the installation sets
 * another limit. A route that needs more adds its own value.
 */
export type BodyLimit = 16_384 | 262_144 | 1_048_576 | 5_242_880 | 5_246_976 | 26_214_400;

/**
 * Why a write is allowed without a subscription: it reports, exports, leaves or protects, is about the user's own
 * account, or belongs to other organizations, our staff or billing.
 */
type OpenWrite = 'REPORTING' | 'TAKING_OUT' | 'PROTECTING' | 'ONESELF' | 'OTHERS';
/**
 * How the subscription gate treats a write. WALLED answers 402 without a valid plan or without the module; ONBOARDING
 * does so only after onboarding is complete.
 */
export type SubscriptionGate = OpenWrite | 'ONBOARDING' | 'WALLED';

/** Method of a route. Each write declares how the subscription gate treats it; deletions are always open. */
type Asked =
  | { readonly method: 'GET'; readonly wall?: undefined }
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly wall: SubscriptionGate }
  | { readonly method: 'DELETE'; readonly wall: OpenWrite };

/** Whether the subscription gate may refuse a route. */
export const isGated = ({ wall }: Pick<Route, 'wall'>): boolean => wall === 'WALLED' || wall === 'ONBOARDING';

/** What is called wrong when something is wrong with a file. */
export const fileFieldOf = (route: Pick<Route, 'accepts'> & { readonly fileField?: string }): string =>
  route.fileField ?? 'body';

/** One route of the API with all that its edge must know. Paths are under /api; names in braces are parameters. */
export type Route = Content &
  Asked & {
    readonly path: string;
    readonly operationId: string;
    readonly summary: string;
    /**
     * Else 401 without a token, 404 for an organization that is not the bearer's, 403. Finer rules, by state and
     * person, are the workflow's own.
     */
    readonly access: Access;
    /** Whether an auditor may ask it too, within the scope of their grant. */
    readonly auditors?: true;
    /**
     * The log that commands write to and reads follow: the organization's or, if declared, the installation's, which
     * has the accounts.
     */
    readonly log?: 'INSTALLATION';
    /** Else 403. */
    readonly modules: Demanded<Module>;
    /** Else 403. */
    readonly flags: Demanded<CustomerConfigCode>;
    /** Honors an Idempotency-Key although it is public; other public writes have none, and all that need a token do. */
    readonly isIdempotent?: true;
    /** Requires a sign-in within the last 15 minutes. Else 403, before the request is validated. */
    readonly demandsRecentSignIn?: true;
    /**
     * When the access log must have a line before the answer leaves: always, or where the route finds that it shows
     * something to log, such as another person's sensitive event. The edge withholds an answer for which that was not
     * settled.
     */
    readonly logsAccess?: 'ALWAYS' | 'WHERE_NEEDED';
    /** Browsers open it as a page, from any site. It reveals no session; refusals are shown as an error screen. */
    readonly opensAsPage?: true;
    /** The read models that the answer is made of, by name: At-Least waits for them and As-Of tells of them. */
    readonly readModels: readonly string[];
    readonly fieldClasses: FieldClasses;
    /** Larger bodies get 413, or AttachmentTooLarge for bytes. Authorization comes before any of the body is read. */
    readonly bodyLimit: BodyLimit;
    /**
     * Classes of the route's own rules, in addition to those that follow from the rest of the contract (`refusals.ts`).
     */
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
