import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>;

/** CBOR head: major type and argument (RFC 8949). */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 0x100) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const MAY_BE_BACKED_UP = 8;
const IS_BACKED_UP = 16;
const HAS_CREDENTIAL = 64;

export interface Ways {
  /** Origin of the calling page; the product's first one by default. */
  readonly origin?: string;
  /** Whether the authenticator verifies its user. */
  readonly verifies?: boolean;
  /** Signature counter to report; the real one by default. */
  readonly count?: number;
  readonly attestation?: string;
}

/** Simulates a security key or phone (WebAuthn level 3): creates one ES256 credential and signs with it. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  readonly #origin: string;
  readonly #isBackedUp: boolean;
  #signed = 0;

  constructor(origin: string, { isBackedUp = false }: { isBackedUp?: boolean } = {}) {
    this.#origin = origin;
    this.#isBackedUp = isBackedUp;
  }

  /** Result of `navigator.credentials.create` as JSON. */
  create(
    { challenge, rp }: { challenge: string; rp: { id: string } },
    { origin = this.#origin, verifies = true, attestation = 'none' }: Ways = {},
  ) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    const key = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const authData = Buffer.concat([this.#data(rp.id, verifies, this.#signed, HAS_CREDENTIAL), credential]);
    const statement = new Map<Cbor, Cbor>(
      attestation === 'none'
        ? []
        : [
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
            ['x5c', Buffer.alloc(100)],
          ],
    );
    const attestationObject = cbor(
      new Map<Cbor, Cbor>([
        ['fmt', attestation],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'telepathy'],
      },
      clientExtensionResults: {},
    };
  }

  /** Result of `navigator.credentials.get` as JSON. */
  sign(
    { challenge, rpId }: { challenge: string; rpId: string },
    { origin = this.#origin, verifies = true, count = ++this.#signed }: Ways = {},
  ) {
    const authenticatorData = this.#data(rpId, verifies, count);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
      this.#keys.privateKey,
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
      clientExtensionResults: {},
    };
  }

  #named() {
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
    } as const;
  }

  #data(rpId: string, verifies: boolean, count: number, more = 0): Buffer {
    const flags =
      USER_PRESENT | (verifies ? USER_VERIFIED : 0) | (this.#isBackedUp ? MAY_BE_BACKED_UP | IS_BACKED_UP : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
