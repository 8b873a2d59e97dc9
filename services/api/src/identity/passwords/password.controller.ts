import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Bearer, EdgeRequest } from '../../http/edge-request.ts';
import { SendOutcome, Body, CurrentBearer, Envelope, Params, type OutcomeSender } from '../../http/request-parts.ts';
import { RouteOf, type BodyOf, type ParamsOf } from '../../http/route-of.ts';
import { ChangePassword } from './change-password.ts';
import { goneSignal } from '../sign-in/gone-signal.ts';
import { OwnAccount } from '../accounts/own-account.ts';
import { UserPermissions } from '../accounts/user-permissions.ts';

@Controller()
export class PasswordController {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly account: OwnAccount,
    private readonly permissions: UserPermissions,
  ) {}

  @RouteOf('changePassword')
  async change(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'changePassword'>,
    @Body() body: BodyOf<'changePassword'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.permissions.demand(bearer.userGuid, 'managePassword');
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    accept(
      await this.changePassword.change(envelope, {
        ...body,
        sessionGuid: bearer.sessionGuid,
        address: request.ip,
        gone: goneSignal(reply),
      }),
    );
  }
}
