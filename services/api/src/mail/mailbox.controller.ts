import { Controller, Inject, Req } from '@nestjs/common';
import type { EdgeRequest } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { Query } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type QueryOf } from '../http/route-of.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { MAILBOX, type ListMailbox } from './mailbox-token.ts';
import { mayReadMailbox } from './may-read-mailbox.ts';

@Controller()
export class MailboxController {
  constructor(
    @Inject(MAILBOX) private readonly mailbox: ListMailbox | null,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('getMailbox')
  async list(@Query() { to }: QueryOf<'getMailbox'>, @Req() request: EdgeRequest): Promise<AnswerOf<'getMailbox'>> {
    if (
      !this.mailbox ||
      !mayReadMailbox({ address: request.socket.remoteAddress, headers: request.headers }, this.settings)
    )
      throwRefusal('RouteNotFound');
    return { items: [...(await this.mailbox(to))] };
  }
}
