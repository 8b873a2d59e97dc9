import { Controller, Inject, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { MAX_PASSKEYS, type Passkey } from '@plimsoll/contracts/identity/second-factors';
import { FindAccount, type Account } from '@plimsoll/projections/identity/account/query';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Bearer, EdgeRequest } from '../../http/edge-request.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { SendOutcome, Body, CurrentBearer, Envelope, Params, type OutcomeSender } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../../http/route-of.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
import { AddPasskey } from './add-passkey.ts';
import { MakeRecoveryCodes, RemovePasskey, RemoveTotp } from './change-second-factors.ts';
import { ConfirmTotp } from './confirm-totp.ts';
import { OwnAccount } from '../accounts/own-account.ts';
import { creationOptions, relyingParty, type RelyingParty } from './passkey-ceremony.ts';
import { Passkeys, type StoredPasskey } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { otpauthUri } from './totp.ts';
import { TotpSecrets } from './totp-secrets.ts';

/** Management of second factors. The routes' contracts demand a recent sign-in. */
@Controller()
export class SecondFactorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly account: OwnAccount,
    private readonly secrets: TotpSecrets,
    private readonly passkeys: Passkeys,
    private readonly codes: RecoveryCodes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('getSecondFactors')
  async get(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'getSecondFactors'>,
  ): Promise<AnswerOf<'getSecondFactors'>> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    const { userGuid } = bearer;
    const [addedAt, passkeys, recoveryCodesLeft] = await Promise.all([
      this.secrets.addedAt(userGuid),
      this.passkeys.listOf(userGuid),
      this.codes.leftOf(userGuid),
    ]);
    return { totp: addedAt && { addedAt: addedAt.toISOString() }, passkeys: passkeys.map(shown), recoveryCodesLeft };
  }

  @RouteOf('beginTotp')
  async beginTotp(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'beginTotp'>,
  ): Promise<AnswerOf<'beginTotp'>> {
    const { userGuid, emailAddress } = await this.#own(bearer, path);
    const { secret } = await this.secrets.begin(userGuid);
    return { secret, otpauthUri: otpauthUri(secret, emailAddress) };
  }

  @RouteOf('confirmTotp')
  async confirmTotp(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'confirmTotp'>,
    @Body() { code }: BodyOf<'confirmTotp'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'confirmTotp'>> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    const recoveryCodesGuid = envelope.newGuid();
    accept(await this.commands.execute(new ConfirmTotp(envelope, code, recoveryCodesGuid)));
    const [addedAt, recoveryCodes] = await Promise.all([
      this.secrets.addedAt(bearer.userGuid),
      this.codes.codesOf(bearer.userGuid, recoveryCodesGuid),
    ]);
    return { addedAt: (addedAt ?? envelope.receivedAt).toISOString(), recoveryCodes };
  }

  @RouteOf('removeTotp')
  async removeTotp(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'removeTotp'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    accept(await this.commands.execute(new RemoveTotp(envelope)));
  }

  @RouteOf('beginPasskey')
  async beginPasskey(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'beginPasskey'>,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'beginPasskey'>> {
    const account = await this.#own(bearer, path);
    const known = await this.passkeys.listOf(account.userGuid);
    if (known.length >= MAX_PASSKEYS) throwRefusal('LimitReached');
    const options = await creationOptions(this.#party(request), account, known);
    await this.passkeys.storeChallenge(account.userGuid, options.challenge);
    return options;
  }

  @RouteOf('addPasskey')
  async addPasskey(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'addPasskey'>,
    @Body() { name, response }: BodyOf<'addPasskey'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'addPasskey'>> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    const [guid, recoveryCodesGuid] = [envelope.newGuid(), envelope.newGuid()];
    accept(
      await this.commands.execute(
        new AddPasskey(envelope, this.#party(request), { guid, name, response, recoveryCodesGuid }),
      ),
    );
    const [passkeys, recoveryCodes] = await Promise.all([
      this.passkeys.listOf(bearer.userGuid),
      this.codes.codesOf(bearer.userGuid, recoveryCodesGuid),
    ]);
    const added = passkeys.find((passkey) => passkey.guid === guid) ?? throwRefusal('IncorrectSecondFactor');
    return { ...shown(added), recoveryCodes };
  }

  @RouteOf('removePasskey')
  async removePasskey(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'removePasskey'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    accept(await this.commands.execute(new RemovePasskey(envelope, path.guid)));
  }

  @RouteOf('makeRecoveryCodes')
  async makeRecoveryCodes(
    @CurrentBearer() bearer: Bearer,
    @Params() path: ParamsOf<'makeRecoveryCodes'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'makeRecoveryCodes'>> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    const recoveryCodesGuid = envelope.newGuid();
    accept(await this.commands.execute(new MakeRecoveryCodes(envelope, recoveryCodesGuid)));
    // A repeated request whose codes were replaced since has none to show.
    return { recoveryCodes: (await this.codes.codesOf(bearer.userGuid, recoveryCodesGuid)) ?? [] };
  }

  #party({ socket }: EdgeRequest): RelyingParty {
    return relyingParty(this.settings, socket.localPort);
  }

  async #own(bearer: Bearer, path: { readonly userGuid: string }): Promise<Account> {
    this.account.demandOwn(bearer.userGuid, path.userGuid);
    return (await this.queries.execute(new FindAccount(bearer.userGuid))) ?? throwRefusal('UsernameDoesNotExist');
  }
}

const shown = ({ guid, name, addedAt, lastUsedAt, isBackedUp }: StoredPasskey): Passkey => ({
  guid,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt && lastUsedAt.toISOString(),
  isBackedUp,
});
