import type { Route } from '@plimsoll/contracts/http/route';
import type { AnsweringSets } from '@plimsoll/projections/answering-sets';
import type { Viewer } from '@plimsoll/projections/viewer';
import type { FastifyRequest } from 'fastify';

/** What a verified token says, as far as the edge needs it. */
export interface Bearer {
  readonly userGuid: string;
  readonly sessionGuid: string;
  /** What the token says of an organization; undefined for one that it does not know yet. */
  readonly claimed: (organizationGuid: string) => { readonly isAdmin: boolean; readonly permissions: string } | undefined;
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
  /** The organization that is meant; undefined on routes that belong to no organization. */
  tenant: string | undefined;
  viewer: Viewer | undefined;
  /** The sets of tables that a read is answered from. */
  sets: AnsweringSets | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
}

/** `edge` is there from before the body is read. */
export type EdgeRequest = FastifyRequest & { edge: Edge };
