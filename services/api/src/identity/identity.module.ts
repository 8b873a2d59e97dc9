import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ReadModelReader } from '@plimsoll/projections/read-model-reader';
import { handlersOf } from '../commands/use-case.ts';
import { InvitationLinks } from '../organizations/invitation-links.ts';
import type { Resources } from '../resources.ts';
import { Pictures } from '../pictures/pictures.ts';
import { Renewals } from '../renewals.ts';
import { StaffAccesses } from '../staff/staff-accesses.ts';
import { StaffCalls } from '../staff/staff-calls.ts';
import { AccountController } from './account.controller.ts';
import { AddEmailAddress } from './add-email-address.ts';
import { AddPasskey } from './add-passkey.ts';
import { AddressThrottle } from './address-throttle.ts';
import { Authentication } from './authentication.ts';
import { ChangePassword } from './change-password.ts';
import { MakeRecoveryCodes, RemovePasskey, RemoveTotp, ResetSecondFactors } from './change-second-factors.ts';
import { ConfirmTotp } from './confirm-totp.ts';
import { DeviceCookie } from './device-cookie.ts';
import { DeviceKeyController } from './device-key.controller.ts';
import { DeviceKeys } from './device-keys.ts';
import { IdentityController } from './identity.controller.ts';
import { MakeEmailAddressPrimary } from './make-email-address-primary.ts';
import { OwnAccount } from './own-account.ts';
import { Passkeys } from './passkeys.ts';
import { PasswordController } from './password.controller.ts';
import { PasswordResets } from './password-resets.ts';
import { PendingAddresses } from './pending-addresses.ts';
import { ProfileController } from './profile.controller.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { RefreshCookie } from './refresh-cookie.ts';
import { RegisterUser } from './register-user.ts';
import { RemoveEmailAddress } from './remove-email-address.ts';
import { RemoveProfilePhoto } from './remove-profile-photo.ts';
import { ResetPassword } from './reset-password.ts';
import { SecondFactorsController } from './second-factors.controller.ts';
import { SessionAnswers } from './session-answers.ts';
import { SecondStep } from './second-step.ts';
import { SessionsController } from './sessions.controller.ts';
import { Sessions } from './sessions.ts';
import { SetPassword } from './set-password.ts';
import { SettleSecondFactors } from './settle-second-factors.ts';
import { SignInChallenges } from './sign-in-challenges.ts';
import { SetProfilePhoto } from './set-profile-photo.ts';
import { SignIn } from './sign-in.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { SignUp } from './sign-up.ts';
import { SignUpCookie } from './sign-up-cookie.ts';
import { SignUps } from './sign-ups.ts';
import { TotpSecrets } from './totp-secrets.ts';
import { Tokens } from './tokens.ts';
import { UpdateUser } from './update-user.ts';
import { UserPermissions } from './user-permissions.ts';
import { VerifyAddedAddress } from './verify-added-address.ts';
import { VerifyAddress } from './verify-address.ts';
import { Viewers } from './viewers.ts';

/** Who somebody is, and what they may do. */
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
          useFactory: (renewals: Renewals) => new Sessions(pool, sealingKey, renewals),
          inject: [Renewals],
        },
        { provide: SignInThrottle, useFactory: () => new SignInThrottle(pool, sealingKey) },
        { provide: AddressThrottle, useFactory: () => new AddressThrottle(pool, sealingKey, settings.addressLimits) },
        { provide: SignUps, useFactory: () => new SignUps(pool, sealingKey) },
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
