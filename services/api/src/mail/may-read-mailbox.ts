import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../platform/process/settings.ts';

/** Origin of a request. */
export interface Caller {
  /** Of the connection itself; forwarding headers are ignored. */
  readonly address: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const FORWARDED =
  /^(forwarded|via|client-ip|true-client-ip|x-real-ip|x-client-ip|x-cluster-client-ip|cf-connecting-ip|x-forwarded(-.+)?)$/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_ADDRESS = /^((::ffff:)?127(\.\d{1,3}){3}|::1)$/;

/**
 * Whether a caller may read the mails that are not delivered: only on the product's own machine, during development. A
 * request through a proxy or with a foreign host name may not.
 */
export function mayReadMailbox(
  { address, headers }: Caller,
  { production, publicUrl }: Pick<Settings, 'production' | 'publicUrl'>,
): boolean {
  return (
    !production &&
    LOOPBACK_NAME.test(new URL(publicUrl).hostname) &&
    LOOPBACK_ADDRESS.test(address ?? '') &&
    LOOPBACK_NAME.test((headers.host ?? '').replace(/:\d+$/, '').toLowerCase()) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}
