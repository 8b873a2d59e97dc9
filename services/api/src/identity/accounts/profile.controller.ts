import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MAX_EMAIL_ADDRESSES } from '@plimsoll/contracts/identity/user';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Executed } from '../../commands/execute.ts';
import { CACHE_FOR_EVER } from '../../http/cache-for-ever.ts';
import type { Bearer, EdgeRequest } from '../../http/edge-request.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentBearer,
  Envelope,
  Params,
  Query,
  type OutcomeSender,
} from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../../http/route-of.ts';
import { PictureMaker } from '../../pictures/picture-maker.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { ReadYourWrites } from '../../platform/consistency/read-your-writes.ts';
import { AddressThrottle } from '../email-addresses/address-throttle.ts';
import { MakeEmailAddressPrimary } from '../email-addresses/make-email-address-primary.ts';
import { OwnAccount, photoAnswer } from './own-account.ts';
import { PendingAddresses } from '../email-addresses/pending-addresses.ts';
import { RemoveEmailAddress } from '../email-addresses/remove-email-address.ts';
import { RemoveProfilePhoto } from './remove-profile-photo.ts';
import { SetProfilePhoto } from './set-profile-photo.ts';
import { UpdateUser } from './update-user.ts';
import { isSameAddress } from './user.ts';
import { UserPermissions } from './user-permissions.ts';

/** Name, username, addresses and photo of one's own account. */
@Controller()
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly progress: ReadYourWrites,
    private readonly account: OwnAccount,
    private readonly permissions: UserPermissions,
    private readonly pending: PendingAddresses,
    private readonly pictures: Pictures,
    private readonly throttle: AddressThrottle,
    private readonly maker: PictureMaker,
  ) {}

  @RouteOf('getUser')
  async user(
    @CurrentBearer() bearer: Bearer,
    @Params() { identifier }: ParamsOf<'getUser'>,
  ): Promise<AnswerOf<'getUser'>> {
    await this.account.demandNamed(bearer.userGuid, identifier);
    return this.account.user(bearer);
  }

  @RouteOf('updateUser')
  async update(
    @CurrentBearer() bearer: Bearer,
    @Params() { identifier }: ParamsOf<'updateUser'>,
    @Body() change: BodyOf<'updateUser'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'updateUser'>> {
    const { userGuid } = bearer;
    await this.permissions.demand(userGuid, 'managePersonalInformation');
    await this.account.demandNamed(userGuid, identifier);
    await this.#known(envelope, accept(await this.commands.execute(new UpdateUser(envelope, userGuid, change))));
    return this.account.user(bearer);
  }

  @RouteOf('listEmailAddresses')
  async addresses(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid }: ParamsOf<'listEmailAddresses'>,
  ): Promise<AnswerOf<'listEmailAddresses'>> {
    this.account.demandOwn(bearer.userGuid, userGuid);
    const items = [...(await this.account.addresses(userGuid))];
    return { items, totalCount: items.length };
  }

  /** Whether the address belongs to someone is not checked: its verification will show it. */
  @RouteOf('addEmailAddress')
  async addAddress(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid }: ParamsOf<'addEmailAddress'>,
    @Body() { emailAddress }: BodyOf<'addEmailAddress'>,
    @Envelope() envelope: CommandEnvelope,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'addEmailAddress'>> {
    await this.#mayManage(bearer, userGuid);
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const verified = (await this.account.addresses(userGuid)).filter(({ isVerified }) => isVerified);
    const isOwn = verified.some((own) => isSameAddress(own.emailAddress, emailAddress));
    const added = isOwn
      ? 'OWN'
      : await this.pending.add({
          guid: envelope.commandId,
          userGuid,
          emailAddress,
          most: MAX_EMAIL_ADDRESSES - verified.length,
        });
    if (added === 'OWN')
      throwRefusal('DuplicateEmailAddress', { fieldErrors: [fieldError('emailAddress', 'DuplicateEmailAddress')] });
    if (added === 'TOO_MANY')
      throwRefusal('LimitReached', {
        fieldErrors: [
          fieldError('emailAddress', 'LimitReached', `An account has at most ${MAX_EMAIL_ADDRESSES} email addresses`),
        ],
      });
    return {};
  }

  @RouteOf('changeEmailAddress')
  async makePrimary(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid, emailAddress }: ParamsOf<'changeEmailAddress'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeEmailAddress'>> {
    await this.#mayManage(bearer, userGuid);
    const isPending = (await this.pending.find(userGuid, emailAddress)) !== undefined;
    await this.#known(
      envelope,
      accept(await this.commands.execute(new MakeEmailAddressPrimary(envelope, userGuid, { emailAddress, isPending }))),
    );
    return (
      (await this.account.addresses(userGuid)).find((own) => isSameAddress(own.emailAddress, emailAddress)) ??
      throwRefusal('EmailAddressNotFound')
    );
  }

  @RouteOf('removeEmailAddress')
  async removeAddress(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid, emailAddress }: ParamsOf<'removeEmailAddress'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    await this.#mayManage(bearer, userGuid);
    if (await this.pending.remove(userGuid, emailAddress)) return;
    await this.#known(
      envelope,
      accept(await this.commands.execute(new RemoveEmailAddress(envelope, userGuid, emailAddress))),
    );
  }

  @RouteOf('setProfilePhoto')
  async setPhoto(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid }: ParamsOf<'setProfilePhoto'>,
    @Body() file: Buffer,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'setProfilePhoto'>> {
    await this.#mayManage(bearer, userGuid, 'manageProfilePhoto');
    const picture = await this.maker.make(userGuid, file);
    accept(await this.commands.execute(new SetProfilePhoto(envelope, userGuid, picture)));
    return photoAnswer(userGuid, (await this.pictures.addressesOf('PROFILE_PHOTO', [userGuid])).get(userGuid));
  }

  @RouteOf('removeProfilePhoto')
  async removePhoto(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid }: ParamsOf<'removeProfilePhoto'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    await this.#mayManage(bearer, userGuid, 'manageProfilePhoto');
    accept(await this.commands.execute(new RemoveProfilePhoto(envelope, userGuid)));
  }

  @RouteOf('getProfilePhoto')
  async photo(
    @Params() { userGuid }: ParamsOf<'getProfilePhoto'>,
    @Query() { v }: QueryOf<'getProfilePhoto'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const picture = (await this.pictures.find('PROFILE_PHOTO', userGuid, v)) ?? throwRefusal('ProfilePhotoNotFound');
    void reply.headers({ 'content-type': 'image/webp', 'cache-control': CACHE_FOR_EVER });
    return picture;
  }

  async #mayManage(
    bearer: Bearer,
    userGuid: string,
    permission: 'managePersonalInformation' | 'manageProfilePhoto' = 'managePersonalInformation',
  ): Promise<void> {
    await this.permissions.demand(bearer.userGuid, permission);
    this.account.demandOwn(bearer.userGuid, userGuid);
  }

  /** Waits until the read models contain the change, so that the answer shows it. */
  async #known({ tenant }: CommandEnvelope, { position }: Executed): Promise<void> {
    await this.progress.waitFor(tenant, position, ['account']);
  }
}
