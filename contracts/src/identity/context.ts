import { defineContext } from '../kernel/context.ts';
import { identityErrors } from './errors.ts';
import {
  authMethodAnswer,
  deviceKeyAnswer,
  noDetails,
  signInAnswer,
  signUpAnswer,
  verifyEmailAnswer,
} from './requests.ts';
import { identityRoutes } from './routes.ts';
import {
  addedPasskey,
  addedTotp,
  beginSessionAnswer,
  passkey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  recoveryCodes,
  secondFactors,
  signInChallenge,
  totpSecret,
} from './second-factors.ts';
import { session, sessionList } from './sessions.ts';
import { userStream } from './streams.ts';
import { emailAddressAnswer, emailAddressList, profilePhoto, user } from './user.ts';

export const identityContext = defineContext({
  name: 'identity',
  streams: [userStream],
  routes: identityRoutes,
  errors: identityErrors,
  answers: {
    SignInAnswer: signInAnswer,
    AuthMethodAnswer: authMethodAnswer,
    SignUpAnswer: signUpAnswer,
    VerifyEmailAnswer: verifyEmailAnswer,
    NothingSaid: noDetails,
    DeviceKeyAnswer: deviceKeyAnswer,
    User: user,
    EmailAddress: emailAddressAnswer,
    EmailAddressList: emailAddressList,
    ProfilePhoto: profilePhoto,
    BeginSessionAnswer: beginSessionAnswer,
    SignInChallenge: signInChallenge,
    PasskeyRequestOptions: passkeyRequestOptions,
    PasskeyCreationOptions: passkeyCreationOptions,
    Session: session,
    SessionList: sessionList,
    SecondFactors: secondFactors,
    TotpSecret: totpSecret,
    AddedTotp: addedTotp,
    Passkey: passkey,
    AddedPasskey: addedPasskey,
    RecoveryCodes: recoveryCodes,
  },
  labels: {
    user: 'Account',
  },
  internal: {
    user: "an account is a person's own, and no organization's",
  },
});
