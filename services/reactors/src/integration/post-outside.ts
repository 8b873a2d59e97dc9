import { AddressNotAllowed, NameNotResolved, type WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import type { buildConnector, Client } from 'undici';

/** How a receiver answered, or why it did not. */
export interface Posted {
  readonly status: number | null;
  readonly fault: string | null;
  readonly excerpt: string | null;
  readonly retryAfter: string | undefined;
}

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the process, which ends. */
  readonly signal?: AbortSignal | undefined;
}

const ANSWERED_WITHIN_MS = 15_000;
const MOST_READ_BYTES = 4_096;
const EXCERPT = 500;

/** Dials the addresses that were judged just now, one after the other, and no other: whatever the name means a moment later. */
function dialling(connectorOf: typeof buildConnector, addresses: readonly string[]): buildConnector.connector {
  const dial = connectorOf({ timeout: ANSWERED_WITHIN_MS, maxCachedSessions: 0, allowH2: false });
  return (options, callback) => {
    const from = (index: number): void =>
      dial({ ...options, hostname: addresses[index]! }, (...[fault, socket]: Parameters<buildConnector.Callback>) => {
        if (fault && index + 1 < addresses.length) return from(index + 1);
        return fault ? callback(fault, null) : callback(null, socket);
      });
    from(0);
  };
}

const wordsOf: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'No answer within 15 seconds',
  UND_ERR_HEADERS_TIMEOUT: 'No answer within 15 seconds',
  UND_ERR_HEADERS_OVERFLOW: 'The answer’s headers are too long',
  UND_ERR_SOCKET: 'The connection was cut off',
};

function faultOf(fault: unknown, isOver: boolean): string {
  if (fault instanceof AddressNotAllowed) return `The address is not allowed: ${fault.message}`;
  if (fault instanceof NameNotResolved) return fault.message;
  if (isOver) return 'No answer within 15 seconds';
  const code = (fault as { code?: string }).code ?? '';
  return (
    wordsOf[code] ??
    (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
      ? `The certificate is not valid: ${code}`
      : `The connection failed${code && `: ${code}`}`)
  );
}

/** As much of an answer as is looked at: the beginning of its text, without what no text holds. */
async function excerptOf(body: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      read.push(chunk);
      bytes += chunk.length;
      if (bytes >= MOST_READ_BYTES) break;
    }
  } catch {
    // What has come by then is what there is.
  }
  const text = Buffer.concat(read)
    .subarray(0, MOST_READ_BYTES)
    .toString('utf8')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return text.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, '');
}

/** Posts to an address of somebody else: judged now, dialled as judged, without redirects and proxies, for 15 seconds at most. */
export async function postOutside(
  { url: address, headers, body, signal }: Posting,
  addresses: WebhookAddresses,
): Promise<Posted> {
  const url = new URL(address);
  // Loaded with the first: few organizations have anything posted.
  const undici = await import('undici');
  const over = AbortSignal.timeout(ANSWERED_WITHIN_MS);
  const either = signal ? AbortSignal.any([over, signal]) : over;
  let client: Client | undefined;
  try {
    client = new undici.Client(url.origin, {
      connect: dialling(undici.buildConnector, await addresses.addressesOf(url)),
      maxHeaderSize: 16_384,
      headersTimeout: ANSWERED_WITHIN_MS,
      bodyTimeout: ANSWERED_WITHIN_MS,
    });
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'user-agent': 'Plimsoll', 'content-type': 'application/cloudevents+json' },
      body,
      signal: either,
    });
    const asked = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      fault: null,
      excerpt: await excerptOf(answer.body as AsyncIterable<Buffer>),
      retryAfter: Array.isArray(asked) ? asked[0] : asked,
    };
  } catch (fault) {
    return { status: null, fault: faultOf(fault, over.aborted), excerpt: null, retryAfter: undefined };
  } finally {
    // Nobody waits for what an answer has more.
    void client?.destroy().catch(() => undefined);
  }
}
