import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { systemEnvelope, PRODUCT_ACTOR } from '../commands/own-envelope.ts';
import type { EdgeRequest } from '../http/edge-request.ts';
import { demandExecuted, throwMalformed } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { Query } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type QueryOf } from '../http/route-of.ts';
import { AddressThrottle } from '../identity/email-addresses/address-throttle.ts';
import { Unsubscribe } from './unsubscribe.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';

/** Unsubscribes by the link in a mail, without signing in: the token proves that the caller received the mail. */
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: UnsubscribeTokens,
    private readonly throttle: AddressThrottle,
  ) {}

  @RouteOf('unsubscribe')
  async stop(
    @Query() { token }: QueryOf<'unsubscribe'>,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'unsubscribe'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const subscription = this.tokens.read(token) ?? throwMalformed([fieldError('token', 'MalformedToken')]);
    // A new command id for each call: after subscribing again, the same link works again.
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      actor: { ...PRODUCT_ACTOR, userGuid: subscription.userGuid },
      kind: 'USER',
      at: request.edge.receivedAt,
    });
    demandExecuted(await this.commands.execute(new Unsubscribe(envelope, subscription.kind)));
    return { kind: subscription.kind };
  }
}
