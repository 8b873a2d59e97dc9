import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transaction } from '@plimsoll/postgres/transaction';
import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import pg from 'pg';
import { readForm, type Fields } from './form-body.ts';
import { Provider } from './provider.ts';
import { Webhooks, type WebhookTarget } from './webhooks.ts';
import { WireError } from './wire-error.ts';

export interface SandboxOptions {
  /** Connects as the role plimsoll_payment_sandbox. */
  readonly databaseUrl: string;
  readonly now?: () => Date;
  /** Receiver of webhooks; none by default. */
  readonly webhooks?: WebhookTarget;
  readonly onError?: (error: unknown) => void;
}

/** A local payment provider that moves no money. All sandboxes opened on one database share its data. */
export interface Sandbox {
  readonly host: string;
  readonly port: number;
  /** API key that authenticates requests; generated each time. */
  readonly secretKey: string;
  /** Secrets that sign the webhooks. */
  readonly webhookSecrets: readonly string[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BYTES = 65_536;
/** How long responses are stored under their idempotency keys. */
const RESPONSE_TTL_HOURS = 24;

interface Answer {
  readonly status: number;
  readonly body: object;
}

type Work = (provider: Provider, form: Fields, id: string) => Promise<object>;

/** Supported operations of Stripe's API: method, path and handler. */
const operations: readonly (readonly [method: string, path: RegExp, work: Work])[] = [
  ['POST', /^\/v1\/customers$/, (provider, form) => provider.createCustomer(form)],
  ['POST', /^\/v1\/payment_intents$/, (provider, form) => provider.createPaymentIntent(form)],
  ['GET', /^\/v1\/payment_intents$/, (provider, form) => provider.list('payment_intent', form)],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, (provider, form, id) => provider.retrieve('payment_intent', id, form)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (provider, _, id) => provider.cancel('payment_intent', id)],
  ['POST', /^\/v1\/setup_intents$/, (provider, form) => provider.createSetupIntent(form)],
  ['GET', /^\/v1\/setup_intents$/, (provider, form) => provider.list('setup_intent', form)],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, (provider, form, id) => provider.retrieve('setup_intent', id, form)],
  ['POST', /^\/v1\/setup_intents\/(\w+)\/cancel$/, (provider, _, id) => provider.cancel('setup_intent', id)],
  ['POST', /^\/v1\/refunds$/, (provider, form) => provider.createRefund(form)],
  ['GET', /^\/v1\/refunds$/, (provider, form) => provider.listRefunds(form)],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, (provider, _, id) => provider.retrieveMethod(id)],
  // Operations that only the sandbox has: they replace what a browser does with Stripe.
  [
    'POST',
    /^\/v1\/sandbox\/payment_intents\/(\w+)\/authenticate$/,
    (provider, form, id) => provider.authenticate('payment_intent', id, form['succeed'] === 'true'),
  ],
  [
    'POST',
    /^\/v1\/sandbox\/setup_intents\/(\w+)\/authenticate$/,
    (provider, form, id) => provider.authenticate('setup_intent', id, form['succeed'] === 'true'),
  ],
];

/** Starts the sandbox on a free port of the loopback interface. */
export async function openSandbox({
  databaseUrl,
  now = () => new Date(),
  webhooks: target,
  onError: onError = () => undefined,
}: SandboxOptions): Promise<Sandbox> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'plimsoll payment sandbox',
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const webhooks = target && new Webhooks(pool, target, onError);
  const secretKey = `sk_test_${randomBytes(24).toString('hex')}`;

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const address = new URL(request.url ?? '/', `http://${HOST}`);
    if (!isKey(request.headers.authorization, secretKey))
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } };
    const found = operations.find(([method, path]) => method === request.method && path.test(address.pathname));
    if (!found)
      return {
        status: 404,
        body: {
          error: {
            type: 'invalid_request_error',
            message: `Unrecognized request URL (${request.method}: ${address.pathname})`,
          },
        },
      };
    const [, path, work] = found;
    const text = request.method === 'GET' ? address.search.slice(1) : await read(request);
    const id = path.exec(address.pathname)?.[1] ?? '';
    const key = request.headers['idempotency-key'];
    return transaction(pool, (client) =>
      once(
        client,
        typeof key === 'string' && request.method === 'POST' ? key : null,
        `${address.pathname}\n${text}`,
        now(),
        () => work(new Provider(client, now()), readForm(text), id),
      ),
    );
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (found) => {
        send(response, found);
        if (request.method === 'POST') webhooks?.deliver();
      },
      (error: unknown) => {
        if (!(error instanceof WireError)) onError(error);
        send(
          response,
          error instanceof WireError
            ? answerOf(error)
            : { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed' } } },
        );
      },
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  server.unref();
  return {
    host: HOST,
    port: (server.address() as AddressInfo).port,
    secretKey,
    webhookSecrets: target ? [target.secret] : [],
    close: async () => {
      await webhooks?.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await pool.end();
    },
  };
}

/**
 * Runs a request once per idempotency key, also across processes: a repeated key gets the stored response, and the same
 * key with another body is rejected. The request runs in the transaction that stores its response.
 */
async function once(
  client: pg.PoolClient,
  key: string | null,
  request: string,
  now: Date,
  work: () => Promise<object>,
): Promise<Answer> {
  if (key === null) return { status: 200, body: await work() };
  const fingerprint = createHash('sha256').update(request).digest();
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`payment sandbox ${key}`]);
  await client.query('delete from payment_sandbox.answers where key = $1 and made_at < $2', [
    key,
    new Date(now.getTime() - RESPONSE_TTL_HOURS * 3_600_000),
  ]);
  const { rows } = await client.query<{ fingerprint: Buffer; status: number; body: object }>(
    'select fingerprint, status, body from payment_sandbox.answers where key = $1',
    [key],
  );
  const before = rows[0];
  if (before && !before.fingerprint.equals(fingerprint)) {
    throw new WireError(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }
  if (before) return before;
  const answer = await work().then(
    (body): Answer => ({ status: 200, body }),
    (error: unknown) => {
      // A card error is stored as the response. Other errors are not, so that the request can be sent again.
      if (error instanceof WireError && error.status === 402) return answerOf(error);
      throw error;
    },
  );
  await client.query(
    'insert into payment_sandbox.answers (key, fingerprint, status, body, made_at) values ($1, $2, $3, $4, $5)',
    [key, fingerprint, answer.status, answer.body, now],
  );
  return answer;
}

const answerOf = ({ status, error }: WireError): Answer => ({ status, body: { error } });

function isKey(authorization: string | undefined, secretKey: string): boolean {
  const given = createHash('sha256')
    .update(authorization ?? '')
    .digest();
  return timingSafeEqual(given, createHash('sha256').update(`Bearer ${secretKey}`).digest());
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES)
      throw new WireError(413, { type: 'invalid_request_error', message: 'The body is too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomBytes(8).toString('hex')}` })
    .end(JSON.stringify(body));
}
