import {
  isPasskeyTransport,
  type PasskeyAssertion,
  type PasskeyAttestation,
} from '@plimsoll/contracts/identity/second-factors';
import type { Settings } from '../../platform/process/settings.ts';
import { CEREMONY_MINUTES, challengeHash, type Credential, type StoredPasskey } from './passkeys.ts';
import { ownOrigins } from '../sign-in/same-origin.ts';

/** Relying party of WebAuthn: the product's origins, and their common id. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

const NAME = 'Plimsoll';
const TIMEOUT_MS = CEREMONY_MINUTES * 60_000;

/** Loaded on demand: the library is large, and most requests do not need it. */
const library = () => import('@simplewebauthn/server');

/** @param port that the request arrived on. */
export function relyingParty(settings: Settings, port: number | undefined): RelyingParty {
  const origins = ownOrigins(settings, port);
  return { id: new URL(origins[0]!).hostname, origins };
}

const described = ({ credentialId, transports }: Credential) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
});
const bytesOf = (guid: string): Buffer<ArrayBuffer> => Buffer.from(guid.replaceAll('-', ''), 'hex');

/** Options for creating a passkey. The user is identified by their guid; known passkeys are excluded. */
export async function creationOptions(
  party: RelyingParty,
  { userGuid, name, emailAddress }: { userGuid: string; name: string; emailAddress: string },
  known: readonly Credential[],
) {
  const { generateRegistrationOptions } = await library();
  const { challenge, pubKeyCredParams, user } = await generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userName: emailAddress,
    userDisplayName: name,
    userID: bytesOf(userGuid),
  });
  return {
    challenge,
    user,
    timeout: TIMEOUT_MS,
    rp: { id: party.id, name: NAME },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: known.map(described),
    authenticatorSelection: {
      residentKey: 'discouraged' as const,
      requireResidentKey: false as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/** Options for signing with one of these passkeys. */
export async function requestOptions(party: RelyingParty, known: readonly Credential[]) {
  const { generateAuthenticationOptions } = await library();
  const { challenge } = await generateAuthenticationOptions({ rpID: party.id });
  return {
    challenge,
    rpId: party.id,
    timeout: TIMEOUT_MS,
    userVerification: 'required' as const,
    allowCredentials: known.map(described),
  };
}

const matchesChallenge =
  (expected: Uint8Array) =>
  (challenge: string): boolean =>
    challengeHash(challenge).equals(expected);

/** Returns undefined for the library's exceptions: callers do not distinguish the reasons. */
async function orUndefined<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/**
 * Verifies a created credential: our challenge, our origin, user verification. Undefined where any check fails. The
 * manufacturer of the authenticator is not verified, so attestation with certificates is refused: they could refer to
 * URLs that would be fetched.
 */
export function registeredPasskey(
  attestation: PasskeyAttestation,
  expected: Uint8Array,
  party: RelyingParty,
): Promise<(Credential & Pick<StoredPasskey, 'signCount' | 'isBackedUp'>) | undefined> {
  return orUndefined(async () => {
    const { verifyRegistrationResponse } = await library();
    const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
    const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestation.response.attestationObject));
    if (statement.get('fmt') !== 'none' && (statement.get('fmt') !== 'packed' || statement.get('attStmt').get('x5c')))
      return undefined;
    const { clientDataJSON, attestationObject } = attestation.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: matchesChallenge(expected),
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified || !registrationInfo) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      transports: (attestation.response.transports ?? []).filter(isPasskeyTransport),
      signCount: credential.counter,
      isBackedUp: credentialBackedUp,
    };
  });
}

/** Verifies a passkey's signature: our challenge, our origin, user verification. Undefined where any check fails. */
export function verifiedSignature(
  assertion: PasskeyAssertion,
  { credentialId, publicKey, signCount, transports }: StoredPasskey,
  expected: Uint8Array,
  party: RelyingParty,
): Promise<Pick<StoredPasskey, 'signCount' | 'isBackedUp'> | undefined> {
  return orUndefined(async () => {
    const { verifyAuthenticationResponse } = await library();
    const { clientDataJSON, authenticatorData, signature } = assertion.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: matchesChallenge(expected),
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: signCount,
        transports: [...transports],
      },
    });
    return verified
      ? { signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
      : undefined;
  });
}
