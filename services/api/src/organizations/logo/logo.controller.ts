import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import { CACHE_FOR_EVER } from '../../http/cache-for-ever.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { SendOutcome, Body, Envelope, Params, Query, type OutcomeSender } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type ParamsOf, type QueryOf } from '../../http/route-of.ts';
import { PictureMaker } from '../../pictures/picture-maker.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { logoAddress } from './logo-address.ts';
import { SetLogo } from './set-logo.ts';

/** Logo of an organization. */
@Controller()
export class LogoController {
  constructor(
    private readonly commands: CommandBus,
    private readonly pictures: Pictures,
    private readonly maker: PictureMaker,
  ) {}

  @RouteOf('setLogo')
  async set(
    @Body() file: Buffer,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'setLogo'>> {
    const { tenant } = envelope;
    const picture = await this.maker.make(tenant, file, 'logo');
    accept(await this.commands.execute(new SetLogo(envelope, picture)));
    return { logo: logoAddress(tenant, (await this.pictures.addressesOf('ORGANIZATION_LOGO', [tenant])).get(tenant)) };
  }

  @RouteOf('getLogo')
  async logo(
    @Params() { orgGuid }: ParamsOf<'getLogo'>,
    @Query() { v }: QueryOf<'getLogo'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const picture = (await this.pictures.find('ORGANIZATION_LOGO', orgGuid, v)) ?? throwRefusal('LogoNotFound');
    void reply.headers({ 'content-type': 'image/webp', 'cache-control': CACHE_FOR_EVER });
    return picture;
  }
}
