import type { Route } from '@plimsoll/contracts/http/route';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { AnsweringSets } from '@plimsoll/projections/platform/active-generations';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyRequest } from 'fastify';
import type { OpenApiKey } from '../integration/open-api-key.ts';

/** What a verified token says, as far as the edge needs it. */
export interface Bearer {
  readonly userGuid: string;
  readonly sessionGuid: string;
  /** The only organization that the session opens: its person came in through that one's identity provider. Null for all that let passwords in. */
  readonly organizationGuid: string | null;
  /** The organization that an auditor looks at under a grant, whose guid is then the bearer's; null for whoever has an account. */
  readonly auditorOf: string | null;
  /** By organization, what the token says of it. */
  readonly claimed: ReadonlyMap<string, { readonly isAdmin: boolean; readonly permissions: string }>;
}

/** What the edge has found out about a request by the time its controller runs. */
export interface Edge {
  readonly receivedAt: Date;
  readonly route: Route;
  /** The address as it was asked for, without its query: `/api/reported-events/…`. */
  readonly path: string;
  bearer: Bearer | undefined;
  /** By organization, what the bearer may do there. */
  memberships: ReadonlyMap<string, Viewer>;
  /** By organization, what lets the bearer read it as one of our staff. */
  staffAccesses: ReadonlyMap<string, string>;
  /** Of another system that asks with a key. */
  key: OpenApiKey | undefined;
  /** The organization that is meant, which need not be the bearer's where the route says so; undefined on routes that belong to no organization. */
  tenant: string | undefined;
  viewer: Viewer | undefined;
  /** Whether the log of accesses has the request of an auditor. */
  isWrittenDown?: boolean;
  /** The sets of tables that a read is answered from. */
  sets: AnsweringSets | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
}

/** `edge` is there from before the body is read. */
export type EdgeRequest = FastifyRequest & { edge: Edge };

/** Whose log a request writes to or reads from: the organization's that is meant, or the installation's. Undefined where there is none. */
export const logOf = ({ route, tenant }: Pick<Edge, 'route' | 'tenant'>): string | undefined =>
  route.log === 'INSTALLATION' ? INSTALLATION_TENANT : tenant;
