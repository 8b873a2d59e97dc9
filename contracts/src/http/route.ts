import type { z } from 'zod';
import type { ErrorClass } from '../errors.ts';
import type { CustomerConfigCode, Module } from '../organizations/features.ts';
import type { Permission } from '../permissions.ts';

/**
 * Who may ask: anybody; whoever has signed in, with or without an organization; a member of the organization that is
 * meant; an admin of it; a member who holds one of these permissions or, for MANAGERS, belongs to the group of managers.
 * Admins may ask whatever members may.
 */
export type Access = 'PUBLIC' | 'SIGNED_IN' | 'MEMBER' | 'ADMIN' | { readonly anyOf: readonly (Permission | 'MANAGERS')[] };

/** Switches of an organization that must be on: each of them, or at least one. */
export type Demanded<Switch extends string> = { readonly allOf: readonly Switch[] } | { readonly anyOf: readonly Switch[] };

/** The class of the catalogue for a field that is wrong, by its name; OTHERS is for the body's remaining fields. One that the body does not know is told by its class too, where it has one. */
export type FieldClasses = Readonly<Record<string, ErrorClass>>;

/** What a request's content may be. Bytes and forms come with the routes that need them. */
type Content =
  | { readonly accepts: 'JSON'; readonly body: z.ZodType }
  | { readonly accepts: 'NOTHING'; readonly body?: undefined };

/** How many bytes a body may have: 16 kB where nobody has signed in yet, 1 MB elsewhere. A route that takes more adds its own. */
export type BodyLimit = 16_384 | 1_048_576;

/** One address of the API, with all that its edge must know of it. Paths stand under /api; names in braces are parameters. */
export type Route = Content & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Else 401 without a token, 404 for an organization that is not the bearer's, 403. Finer rules, by state and person, are the workflow's own. */
  readonly access: Access;
  /** Else 403. */
  readonly modules: Demanded<Module>;
  /** Else 403. */
  readonly flags: Demanded<CustomerConfigCode>;
  /** The read models that the answer is made of, by name: At-Least waits for them and As-Of tells of them. */
  readonly readModels: readonly string[];
  readonly fieldClasses: FieldClasses;
  /** Whoever sends more gets 413, and who is asking is settled before any of it is read. */
  readonly bodyLimit: BodyLimit;
  /** The classes that its own rules refuse with, besides those that follow from the rest of the contract (`refusals.ts`). */
  readonly refusals: readonly ErrorClass[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** 202: what was asked for is done later, and the answer says nothing of it. */
  readonly status: 200 | 201 | 202 | 204;
  readonly answer?: z.ZodType;
};
