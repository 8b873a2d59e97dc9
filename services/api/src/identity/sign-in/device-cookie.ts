import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const YEAR_SECONDS = 365 * 86_400;
/**
 * Maximum number of signatures per device, two for each account: its guid, and the name that was typed. Beyond it those
 * of the oldest sign-in are removed.
 */
const MAX_SIGNATURES = 16;
const FORM = /^[\w-]{22}(\.[\w-]{43})+$/;

/**
 * Cookie that proves that a device signed in to an account before: an id of the device and, for each account, a
 * signature over both, and one over the name that was typed, which tells before the account is looked up. It identifies
 * no person and grants no access.
 */
export class DeviceCookie {
  readonly name: string;
  readonly #key: Buffer;
  readonly #options: CookieSerializeOptions;

  constructor(publicUrl: string, sealingKey: string) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = isSecure ? '__Host-plimsoll-device' : 'plimsoll-device';
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('devices that signed in').digest();
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge: YEAR_SECONDS };
  }

  /** Id of the calling device, if it signed in before to the account with this guid, or by this name. */
  knownTo(account: string, request: FastifyRequest): string | undefined {
    const { device, signatures } = this.#read(request);
    const expected = this.#sign(device, account);
    return signatures.some((signature) => timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
      ? device
      : undefined;
  }

  /** Records in the cookie that the device signed in to this account by this name. */
  write(
    { userGuid, name }: { readonly userGuid: string; readonly name: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { device, signatures } = this.#read(request);
    const own = [this.#sign(device, userGuid), this.#sign(device, name)];
    const latest = [...own, ...signatures.filter((signature) => !own.includes(signature))].slice(0, MAX_SIGNATURES);
    void reply.setCookie(this.name, [device, ...latest].join('.'), this.#options);
  }

  #read(request: FastifyRequest): { readonly device: string; readonly signatures: readonly string[] } {
    const { cookie } = request.headers;
    const value = cookie === undefined ? undefined : request.server.parseCookie(cookie)[this.name];
    const [device, ...signatures] =
      value !== undefined && FORM.test(value)
        ? (value.split('.') as [string, ...string[]])
        : [randomBytes(16).toString('base64url')];
    return { device, signatures: signatures.slice(0, MAX_SIGNATURES) };
  }

  #sign(device: string, account: string): string {
    return createHmac('sha256', this.#key).update(`${device} ${account}`).digest('base64url');
  }
}
