import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';

export const secondFactorMethods = ['TOTP', 'PASSKEY'] as const;
/** So many recovery codes there are at a time; each counts once. */
export const RECOVERY_CODES = 10;
/** An account has no more passkeys than that. */
export const MAX_PASSKEYS = 10;

/** A code as people type it, with blanks or hyphens anywhere. */
const typedCode = safeText.trim().min(1).max(40);
const base64url = (most: number) => z.base64url().min(1).max(most);

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof transports)[number];
export const isPasskeyTransport = (transport: string): transport is PasskeyTransport =>
  transports.some((known) => known === transport);

const credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.enum(transports)) });

/** What `navigator.credentials.get` is asked with, as JSON (WebAuthn level 3). */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
});

/** What `navigator.credentials.create` is asked with, as JSON. */
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('discouraged'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

// What an authenticator makes, as JSON. Browsers may say more than is looked at, and may say yet more some day.
const made = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') } as const;
export const passkeyAssertion = z.object({
  ...made,
  response: z.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(4_096),
    signature: base64url(8_192),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export const passkeyAttestation = z.object({
  ...made,
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(65_536),
    transports: z.array(safeText.max(40)).max(20).optional(),
  }),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;

/** What is asked for after the password, by whichever of the methods. */
export const signInChallenge = z.object({
  challengeToken: z.string(),
  methods: z.array(z.enum([...secondFactorMethods, 'RECOVERY_CODE'])),
  /** Null without a passkey. */
  passkeyOptions: passkeyRequestOptions.nullable(),
});
export type SignInChallenge = z.output<typeof signInChallenge>;

/** Without a second factor it is the token alone. */
export const beginSessionAnswer = z.object({ jwt: z.string().nullable(), challenge: signInChallenge.optional() });

/** One of the three. */
export const answerChallengeRequest = z.strictObject({
  challengeToken: safeText.min(1).max(200),
  totp: typedCode.optional(),
  recoveryCode: typedCode.optional(),
  passkey: passkeyAssertion.optional(),
});

export const passkey = z.object({
  guid,
  name: z.string(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether it is backed up elsewhere: it is not lost with a device. */ isBackedUp: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;
export const secondFactors = z.object({
  totp: z.object({ addedAt: instant }).nullable(),
  /** The oldest first. */ passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
});

export const totpSecret = z.object({ /** In Base32. */ secret: z.string(), otpauthUri: z.string() });
export const confirmTotpRequest = z.strictObject({ code: typedCode });
export const addPasskeyRequest = z.strictObject({
  name: safeText.trim().min(1).max(200).refine(isOneLine),
  response: passkeyAttestation,
});
export const passkeyParams = z.strictObject({ userGuid: guid, guid });

const codes = z.array(z.string());
export const recoveryCodes = z.object({ recoveryCodes: codes });
/** With the first factor there are codes; with any later one the codes are those that there were. */
export const addedTotp = z.object({ addedAt: instant, recoveryCodes: codes.nullable() });
export const addedPasskey = passkey.extend({ recoveryCodes: codes.nullable() });
