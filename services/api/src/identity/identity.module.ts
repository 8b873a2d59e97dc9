import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { handlersOf } from '../commands/define-command.ts';
import { InvitationLinks } from '../joining/invitation-links.ts';
import type { Resources } from '../platform/process/resources.ts';
import { Pictures } from '../pictures/pictures.ts';
import { RefreshBatcher } from '../platform/cache/refresh-batcher.ts';
import { StaffAccesses } from '../staff/staff-accesses.ts';
import { StaffCalls } from '../staff/staff-calls.ts';
import { AccountController } from './accounts/account.controller.ts';
import { AddEmailAddress } from './email-addresses/add-email-address.ts';
import { AddPasskey } from './second-factors/add-passkey.ts';
import { AddressThrottle } from './email-addresses/address-throttle.ts';
import { Authentication } from './sign-in/authentication.ts';
import { ChangePassword } from './passwords/change-password.ts';
import {
  MakeRecoveryCodes,
  RemovePasskey,
  RemoveTotp,
  ResetSecondFactors,
} from './second-factors/change-second-factors.ts';
import { ConfirmTotp } from './second-factors/confirm-totp.ts';
import { DeviceCookie } from './sign-in/device-cookie.ts';
import { DeviceKeyController } from './device-keys/device-key.controller.ts';
import { DeviceKeys } from './device-keys/device-keys.ts';
import { IdentityController } from './identity.controller.ts';
import { MakeEmailAddressPrimary } from './email-addresses/make-email-address-primary.ts';
import { OwnAccount } from './accounts/own-account.ts';
import { Passkeys } from './second-factors/passkeys.ts';
import { PasswordController } from './passwords/password.controller.ts';
import { PasswordResets } from './passwords/password-resets.ts';
import { PendingAddresses } from './email-addresses/pending-addresses.ts';
import { ProfileController } from './accounts/profile.controller.ts';
import { RecoveryCodes } from './second-factors/recovery-codes.ts';
import { RefreshCookie } from './sign-in/refresh-cookie.ts';
import { RegisterUser } from './accounts/register-user.ts';
import { RemoveEmailAddress } from './email-addresses/remove-email-address.ts';
import { RemoveProfilePhoto } from './accounts/remove-profile-photo.ts';
import { ResetPassword } from './passwords/reset-password.ts';
import { SecondFactorsController } from './second-factors/second-factors.controller.ts';
import { SessionAnswers } from './sign-in/session-answers.ts';
import { SecondStep } from './second-factors/second-step.ts';
import { SessionsController } from './sign-in/sessions.controller.ts';
import { Sessions } from './sign-in/sessions.ts';
import { SetPassword } from './passwords/set-password.ts';
import { SettleSecondFactors } from './second-factors/settle-second-factors.ts';
import { SignInChallenges } from './second-factors/sign-in-challenges.ts';
import { SetProfilePhoto } from './accounts/set-profile-photo.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { SignInThrottle } from './sign-in/sign-in-throttle.ts';
import { SignUp } from './accounts/sign-up.ts';
import { SignUpCookie } from './accounts/sign-up-cookie.ts';
import { PublicRequests } from './accounts/public-requests.ts';
import { SignUps } from './accounts/sign-ups.ts';
import { TotpSecrets } from './second-factors/totp-secrets.ts';
import { Tokens } from './sign-in/tokens.ts';
import { UpdateUser } from './accounts/update-user.ts';
import { UserPermissions } from './accounts/user-permissions.ts';
import { VerifyAddedAddress } from './email-addresses/verify-added-address.ts';
import { VerifyAddress } from './email-addresses/verify-address.ts';
import { Viewers } from './accounts/viewers.ts';

/** Nest module of accounts, sessions and permissions. */
@Global()
@Module({})
export class IdentityModule {
  static with({ pool, store, sealingKey, signingKey, settings }: Resources): DynamicModule {
    return {
      module: IdentityModule,
      controllers: [
        IdentityController,
        AccountController,
        ProfileController,
        PasswordController,
        SessionsController,
        SecondFactorsController,
        DeviceKeyController,
      ],
      providers: [
        {
          provide: Sessions,
          useFactory: (renewals: RefreshBatcher) => new Sessions(pool, sealingKey, renewals),
          inject: [RefreshBatcher],
        },
        { provide: SignInThrottle, useFactory: () => new SignInThrottle(pool, sealingKey) },
        { provide: AddressThrottle, useFactory: () => new AddressThrottle(pool, sealingKey, settings.addressLimits) },
        { provide: SignUps, useFactory: () => new SignUps(pool, sealingKey) },
        { provide: PublicRequests, useFactory: () => new PublicRequests(pool, sealingKey) },
        { provide: SignUpCookie, useFactory: () => new SignUpCookie(settings.publicUrl) },
        { provide: PasswordResets, useFactory: () => new PasswordResets(pool, sealingKey) },
        {
          provide: InvitationLinks,
          useFactory: (queries: QueryBus) => new InvitationLinks(queries, store, sealingKey),
          inject: [QueryBus],
        },
        { provide: SignInChallenges, useFactory: () => new SignInChallenges(pool, sealingKey) },
        { provide: TotpSecrets, useFactory: () => new TotpSecrets(pool, sealingKey) },
        { provide: Passkeys, useFactory: () => new Passkeys(pool, sealingKey) },
        { provide: RecoveryCodes, useFactory: () => new RecoveryCodes(pool, sealingKey) },
        {
          provide: SettleSecondFactors,
          inject: [RecoveryCodes],
          useFactory: (codes: RecoveryCodes) => new SettleSecondFactors(codes, store, pool),
        },
        { provide: Tokens, useFactory: () => new Tokens(signingKey, settings.publicUrl) },
        { provide: RefreshCookie, useFactory: () => new RefreshCookie(settings.publicUrl) },
        { provide: DeviceCookie, useFactory: () => new DeviceCookie(settings.publicUrl, sealingKey) },
        { provide: PendingAddresses, useFactory: () => new PendingAddresses(pool, sealingKey) },
        {
          provide: Pictures,
          inject: [ReadModelReader],
          useFactory: (reader: ReadModelReader) => new Pictures(pool, reader, sealingKey),
        },
        { provide: DeviceKeys, useFactory: () => new DeviceKeys(pool, sealingKey) },
        Authentication,
        Viewers,
        SessionAnswers,
        SignIn,
        SecondStep,
        SignUp,
        VerifyAddress,
        ResetPassword,
        ChangePassword,
        UserPermissions,
        OwnAccount,
        VerifyAddedAddress,
        StaffAccesses,
        StaffCalls,
        ...handlersOf(
          RegisterUser,
          SetPassword,
          UpdateUser,
          AddEmailAddress,
          RemoveEmailAddress,
          MakeEmailAddressPrimary,
          SetProfilePhoto,
          RemoveProfilePhoto,
          ConfirmTotp,
          AddPasskey,
          RemoveTotp,
          RemovePasskey,
          MakeRecoveryCodes,
          ResetSecondFactors,
        ),
      ],
      exports: [
        Authentication,
        SignUps,
        Viewers,
        AddressThrottle,
        InvitationLinks,
        Pictures,
        OwnAccount,
        UserPermissions,
        Sessions,
        SessionAnswers,
        RefreshCookie,
        StaffAccesses,
        StaffCalls,
      ],
    };
  }
}
