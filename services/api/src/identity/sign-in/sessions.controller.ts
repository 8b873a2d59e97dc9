import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Bearer } from '../../http/edge-request.ts';
import { CurrentBearer, Params, Query } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type ParamsOf, type QueryOf } from '../../http/route-of.ts';
import { OwnAccount } from '../accounts/own-account.ts';
import { RefreshCookie } from './refresh-cookie.ts';
import { Sessions } from './sessions.ts';

/** A person's sessions, and how to end them: other browsers are signed out within a second. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly account: OwnAccount,
    private readonly cookie: RefreshCookie,
  ) {}

  @RouteOf('listSessions')
  async list(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'listSessions'>,
  ): Promise<AnswerOf<'listSessions'>> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    const items = (await this.sessions.listOf(bearer.userGuid, bearer.sessionGuid)).map(
      ({ startedAt, lastSeenAt, ...session }) => ({
        ...session,
        startedAt: startedAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: session.sessionGuid === bearer.sessionGuid,
      }),
    );
    return { items, totalCount: items.length };
  }

  @RouteOf('endSessions')
  async endAll(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'endSessions'>,
    @Query() { keepCurrent }: QueryOf<'endSessions'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    await this.sessions.endAll(bearer.userGuid, { except: keepCurrent ? bearer.sessionGuid : null });
    if (!keepCurrent) this.cookie.clear(reply);
  }

  /** An ended or foreign session is ignored, without revealing which. */
  @RouteOf('endSession')
  async endOne(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'endSession'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    await this.sessions.endOne(bearer.userGuid, path.sessionGuid);
    if (path.sessionGuid === bearer.sessionGuid) this.cookie.clear(reply);
  }
}
