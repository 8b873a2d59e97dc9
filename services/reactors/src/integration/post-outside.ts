import { AddressNotAllowed, NameNotResolved, type WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import type { buildConnector, Client } from 'undici';

/** The receiver's answer, or why there was none. */
export interface PostResult {
  readonly status: number | null;
  readonly error: string | null;
  /** The start of the answer's body. */
  readonly excerpt: string | null;
  readonly retryAfter: string | undefined;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborted when the process ends. */
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 15_000;
const MAX_READ_BYTES = 4_096;
const MAX_EXCERPT_LENGTH = 500;

/** Connects only to addresses that were just checked, in order, so that DNS rebinding cannot redirect the request. */
function connectorTo(connectorOf: typeof buildConnector, addresses: readonly string[]): buildConnector.connector {
  const dial = connectorOf({ timeout: TIMEOUT_MS, maxCachedSessions: 0, allowH2: false });
  return (options, callback) => {
    const from = (index: number): void =>
      dial({ ...options, hostname: addresses[index]! }, (...[error, socket]: Parameters<buildConnector.Callback>) => {
        if (error && index + 1 < addresses.length) return from(index + 1);
        return error ? callback(error, null) : callback(null, socket);
      });
    from(0);
  };
}

const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'No answer within 15 seconds',
  UND_ERR_HEADERS_TIMEOUT: 'No answer within 15 seconds',
  UND_ERR_HEADERS_OVERFLOW: 'The answer’s headers are too long',
  UND_ERR_SOCKET: 'The connection was cut off',
};

/** Describes an error for the delivery log. */
function describe(error: unknown, isTimeout: boolean): string {
  if (error instanceof AddressNotAllowed) return `The address is not allowed: ${error.message}`;
  if (error instanceof NameNotResolved) return error.message;
  if (isTimeout) return 'No answer within 15 seconds';
  const code = (error as { code?: string }).code ?? '';
  return (
    texts[code] ??
    (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
      ? `The certificate is not valid: ${code}`
      : `The connection failed${code && `: ${code}`}`)
  );
}

/** Reads the start of a body as text without control characters. */
async function excerptOf(body: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      read.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_READ_BYTES) break;
    }
  } catch {
    // The part that arrived is enough.
  }
  const text = Buffer.concat(read)
    .subarray(0, MAX_READ_BYTES)
    .toString('utf8')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return text.slice(0, MAX_EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

/** Posts to an external address after checking it, without redirects or proxies, within 15 seconds. */
export async function postOutside(
  { url: address, headers, body, signal }: PostRequest,
  addresses: WebhookAddresses,
): Promise<PostResult> {
  const url = new URL(address);
  // Loaded lazily: few organizations have webhooks.
  const undici = await import('undici');
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
  let client: Client | undefined;
  try {
    client = new undici.Client(url.origin, {
      connect: connectorTo(undici.buildConnector, await addresses.addressesOf(url)),
      maxHeaderSize: 16_384,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'user-agent': 'Plimsoll', 'content-type': 'application/cloudevents+json' },
      body,
      signal: either,
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      error: null,
      excerpt: await excerptOf(answer.body as AsyncIterable<Buffer>),
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    };
  } catch (error) {
    return { status: null, error: describe(error, timeout.aborted), excerpt: null, retryAfter: undefined };
  } finally {
    // The rest of the answer is discarded.
    void client?.destroy().catch(() => undefined);
  }
}
