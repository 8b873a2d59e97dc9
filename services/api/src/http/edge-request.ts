import type { Route } from '@plimsoll/contracts/http/route';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { ActiveGenerations } from '@plimsoll/projections/platform/active-generations';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyRequest } from 'fastify';
import type { AccessSettled } from '../audit/access-settled.ts';
import type { OpenApiKey } from '../integration/open-api-key.ts';

/** Claims of a verified token that the edge needs. */
export interface Bearer {
  readonly userGuid: string;
  readonly sessionGuid: string;
  /**
   * The only organization that the session may access, since it began at that one's identity provider. Null for a
   * session that may access all organizations that allow passwords.
   */
  readonly organizationGuid: string | null;
  /** Organization of an auditor's grant, whose guid is then `userGuid`; null for a bearer with an account. */
  readonly auditorOf: string | null;
  /** Whether the bearer has more organizations than the token lists. */
  readonly hasMore: boolean;
  /** Claims by organization. */
  readonly claimed: ReadonlyMap<string, { readonly isAdmin: boolean; readonly permissions: string }>;
}

/**
 * Looks up again whether a request may do what it asks, when its body has arrived and before it acts: its sender may
 * have been removed, or signed out, since it began. Throws a refusal, or one of a client that has hung up.
 * @returns the bearer with their rights as of now.
 */
export type ConfirmRights = () => Promise<Viewer>;

/** Takes each part of a stream within a turn of the organization's, and none while the client reads. */
export type InTurns = <Part>(parts: AsyncIterable<Part>) => AsyncGenerator<Part>;

/** State of a request at the edge; complete when its controller runs. */
export interface Edge {
  readonly receivedAt: Date;
  readonly route: Route;
  /** Path as requested, without the query: `/api/reported-events/…`. */
  readonly path: string;
  bearer: Bearer | undefined;
  /** The bearer's rights by organization. */
  memberships: ReadonlyMap<string, Viewer>;
  /** Guids of the staff accesses that let the bearer read an organization, by organization. */
  staffAccesses: ReadonlyMap<string, string>;
  /** API key of another system. */
  key: OpenApiKey | undefined;
  /** The organization of the request; on some routes not one of the bearer's. Undefined on routes without one. */
  tenant: string | undefined;
  viewer: Viewer | undefined;
  /** When its rights were looked up, on a monotonic clock in ms. */
  authorizedAt: number;
  /** Whether its body was incomplete then, so that its rights are looked up again. */
  isBodyLate: boolean;
  /** Ends the organization's turn, if the request has one. */
  endTurn?: () => void;
  /** Does each part of an answer that is sent piece by piece within a turn of the organization's. */
  inTurns?: InTurns;
  /** For a use case that receives the body itself: looks the rights up again. */
  confirm?: ConfirmRights;
  /** Whether the request is in the access log already, or showed nothing that belongs there. */
  access?: AccessSettled;
  /** Generations of tables from which a read is answered. */
  sets: ActiveGenerations | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A request with `edge`, which is set before the body is read. */
export type EdgeRequest = FastifyRequest & { edge: Edge };

/** Tenant of the log that a request uses: its organization, or the installation. Undefined where there is none. */
export const logOf = ({ route, tenant }: Pick<Edge, 'route' | 'tenant'>): string | undefined =>
  route.log === 'INSTALLATION' ? INSTALLATION_TENANT : tenant;
