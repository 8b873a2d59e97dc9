import { Inject, Injectable } from '@nestjs/common';
import type { AccessAction } from '@plimsoll/contracts/audit/accesses';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import { AccessLog, type Reading } from '../audit/access-log.ts';
import { refuse } from '../commands/decision.ts';
import type { EdgeRequest } from '../http/edge-request.ts';
import { RETRY_AFTER } from '../http/problems/problem-of.ts';
import { replaceAnswer } from '../http/problems/replace-answer.ts';
import { readerOf } from '../http/reader-of.ts';
import type { OperationId } from '../http/route-of.ts';

/** Access-log actions of operations; all others count as VIEW. */
const actions: Readonly<Partial<Record<OperationId, AccessAction>>> = {
  listIncidents: 'LIST',
  listTasks: 'LIST',
  listChanges: 'LIST',
  listAuditBundles: 'LIST',
  askForAuditBundle: 'EXPORT',
  exportChanges: 'EXPORT',
  downloadAuditBundle: 'DOWNLOAD',
  replayRecord: 'REPLAY',
};

/** Usage of a grant: number of logged requests without sign-ins, and the time of the latest. */
export interface UsesOfGrant {
  readonly views: number;
  readonly lastUsedAt: string | null;
}

/** Logs each request of an auditor once, including refused ones. A request that cannot be logged is not answered. */
@Injectable()
export class AuditorCalls {
  constructor(
    private readonly accesses: AccessLog,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
  ) {}

  /**
   * Logs a request before its answer is sent, unless its handler did.
   * @returns the payload to send: the answer, or a 503 problem if logging failed.
   */
  async beforeAnswer(request: EdgeRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { edge } = request;
    if (edge.access === 'WRITTEN') return payload;
    edge.access = 'WRITTEN';
    try {
      await this.accesses.write(readerOf(request), readingOf(request, reply.statusCode, payload));
      return payload;
    } catch (error) {
      request.log.warn({ err: error }, 'What an auditor asked for could not be written down');
      return replaceAnswer(reply, refuse('Unavailable'), request.id, RETRY_AFTER);
    }
  }

  /** Usage by grant guid. */
  async usesOf(tenant: string): Promise<ReadonlyMap<string, UsesOfGrant>> {
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'uses of auditor grants',
        text: `select person_guid as guid, (count(*) filter (where action <> 'SIGN_IN'))::integer as views, to_char(max(accessed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt"
        from accesses where tenant = $1 and person_kind = 'AUDITOR' group by person_guid`,
        values: [tenant],
      },
    ]);
    return new Map((rows as (UsesOfGrant & { guid: string })[]).map(({ guid, ...uses }) => [guid, uses]));
  }
}

/** Log entry of a request, from its route, status and answer. */
function readingOf({ edge: { route, params } }: EdgeRequest, status: number, payload: unknown): Reading {
  const action = actions[route.operationId as OperationId] ?? 'VIEW';
  if (status >= 400) return { action, count: 0 };
  const answer = (typeof payload === 'string' && payload.startsWith('{') ? JSON.parse(payload) : {}) as {
    readonly items?: readonly unknown[];
    readonly bundleGuid?: string;
  };
  const { eventId, taskGuid } = (params ?? {}) as { readonly eventId?: string; readonly taskGuid?: string };
  const record =
    eventId !== undefined
      ? { kind: 'incident', guid: eventId }
      : taskGuid !== undefined
        ? { kind: 'task', guid: taskGuid }
        : answer.bundleGuid !== undefined
          ? { kind: 'audit-bundle', guid: answer.bundleGuid }
          : undefined;
  return { action, ...(record && { record }), count: action === 'LIST' ? (answer.items?.length ?? 0) : 1 };
}
