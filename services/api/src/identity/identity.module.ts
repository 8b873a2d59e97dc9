import { Global, Module, type DynamicModule } from '@nestjs/common';
import { handlersOf } from '../commands/use-case.ts';
import type { Resources } from '../resources.ts';
import { AccountController } from './account.controller.ts';
import { AddressThrottle } from './address-throttle.ts';
import { Authentication } from './authentication.ts';
import { DeviceCookie } from './device-cookie.ts';
import { DeviceKeyController } from './device-key.controller.ts';
import { DeviceKeys } from './device-keys.ts';
import { IdentityController } from './identity.controller.ts';
import { PasswordResets } from './password-resets.ts';
import { RefreshCookie } from './refresh-cookie.ts';
import { RegisterUser } from './register-user.ts';
import { ResetPassword } from './reset-password.ts';
import { Sessions } from './sessions.ts';
import { SetPassword } from './set-password.ts';
import { SignIn } from './sign-in.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { SignUp } from './sign-up.ts';
import { SignUpCookie } from './sign-up-cookie.ts';
import { SignUps } from './sign-ups.ts';
import { Tokens } from './tokens.ts';
import { VerifyAddress } from './verify-address.ts';
import { Viewers } from './viewers.ts';

/** Who somebody is, and what they may do. */
@Global()
@Module({})
export class IdentityModule {
  static with({ pool, sealingKey, signingKey, settings }: Resources): DynamicModule {
    return {
      module: IdentityModule,
      controllers: [IdentityController, AccountController, DeviceKeyController],
      providers: [
        { provide: Sessions, useFactory: () => new Sessions(pool, sealingKey) },
        { provide: SignInThrottle, useFactory: () => new SignInThrottle(pool, sealingKey) },
        { provide: AddressThrottle, useFactory: () => new AddressThrottle(pool, sealingKey, settings.addressLimits) },
        { provide: SignUps, useFactory: () => new SignUps(pool, sealingKey) },
        { provide: SignUpCookie, useFactory: () => new SignUpCookie(settings.publicUrl) },
        { provide: PasswordResets, useFactory: () => new PasswordResets(pool, sealingKey) },
        { provide: Tokens, useFactory: () => new Tokens(signingKey, settings.publicUrl) },
        { provide: RefreshCookie, useFactory: () => new RefreshCookie(settings.publicUrl) },
        { provide: DeviceCookie, useFactory: () => new DeviceCookie(settings.publicUrl, sealingKey) },
        { provide: DeviceKeys, useFactory: () => new DeviceKeys(pool, sealingKey) },
        Authentication, Viewers, SignIn, SignUp, VerifyAddress, ResetPassword, ...handlersOf(RegisterUser, SetPassword),
      ],
      exports: [Authentication, Viewers],
    };
  }
}
