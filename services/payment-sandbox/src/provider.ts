import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { textOf, type Fields } from './form-body.ts';
import { testCards, type TestCard } from './test-cards.ts';
import { cardError, invalid, missing, WireError } from './wire-error.ts';

type Client = Pick<pg.ClientBase, 'query'>;

interface Method {
  readonly id: string;
  readonly object: 'payment_method';
  readonly type: 'card';
  readonly customer: string | null;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  };
  /** Token of the test card, and whether its owner has authenticated. */
  readonly sandbox: { readonly token: string; readonly isAuthenticated: boolean };
}

interface Intent {
  readonly id: string;
  readonly object: 'payment_intent' | 'setup_intent';
  readonly status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  readonly customer: string;
  readonly payment_method: string | null;
  readonly client_secret: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  readonly [more: string]: unknown;
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const kinds = { payment_intent: 'pi', setup_intent: 'seti' } as const;

/** Event suffix for an intent that failed. */
const failing = { payment_intent: 'payment_failed', setup_intent: 'setup_failed' } as const;

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Handles the operations of the payment provider within one transaction. */
export class Provider {
  constructor(
    private readonly client: Client,
    private readonly now: Date,
  ) {}

  async createCustomer(form: Fields): Promise<object> {
    const customer = { id: newId('cus'), object: 'customer', created: seconds(this.now), metadata: metadataOf(form) };
    await this.#insert(customer, 'customer', null);
    return customer;
  }

  /**
   * Charges a card, or asks its owner to authenticate first. Rejects with the card's error, which is stored with the
   * intent.
   */
  async createPaymentIntent(form: Fields): Promise<object> {
    const amount = Number(textOf(form, 'amount'));
    if (!Number.isInteger(amount) || amount < 1)
      throw invalid('This value must be greater than or equal to 1.', 'amount');
    const currency = textOf(form, 'currency') ?? fail('currency');
    const more = {
      amount,
      currency,
      amount_received: 0,
      setup_future_usage: textOf(form, 'setup_future_usage') ?? null,
      last_payment_error: null,
    };
    return this.#create('payment_intent', form, more, {
      isCharge: true,
      isOffSession: textOf(form, 'off_session') === 'true',
    });
  }

  /** Saves a card without charging it. */
  createSetupIntent(form: Fields): Promise<object> {
    return this.#create(
      'setup_intent',
      form,
      { usage: textOf(form, 'usage') ?? 'off_session', last_setup_error: null },
      { isCharge: false, isOffSession: false },
    );
  }

  /** A saved card, or a test card by its token. */
  async retrieveMethod(id: string): Promise<object> {
    const card = Object.hasOwn(testCards, id) ? testCards[id]! : null;
    return card
      ? { id, object: 'payment_method', type: 'card', customer: null, card: this.#faceOf(card) }
      : publicOf(await this.#find('payment_method', id, 'payment_method'));
  }

  async retrieve(kind: Intent['object'], id: string, form: Fields): Promise<object> {
    return this.#expanded(await this.#find(kind, id, 'intent'), form);
  }

  /** Lists intents, newest first. `starting_after` is the last id of the previous page. */
  async list(kind: Intent['object'], form: Fields): Promise<object> {
    const limit = Math.min(100, Number(textOf(form, 'limit') ?? 10));
    const { rows } = await this.client.query<{ body: Intent }>(
      `select body from payment_sandbox.objects where kind = $1 and ($2::text is null or customer = $2)
         and ($3::text is null or sequence < (select sequence from payment_sandbox.objects where id = $3))
         and ($4::bigint is null or (body ->> 'created')::bigint >= $4) and ($5::bigint is null or (body ->> 'created')::bigint < $5)
       order by sequence desc limit $6`,
      [
        kind,
        textOf(form, 'customer') ?? null,
        textOf(form, 'starting_after') ?? null,
        textOf(form, 'created', 'gte') ?? null,
        textOf(form, 'created', 'lt') ?? null,
        limit + 1,
      ],
    );
    const data: object[] = [];
    // Sequential, since all queries share one connection.
    for (const { body } of rows.slice(0, limit)) data.push(await this.#expanded(body, { expand: listExpansion(form) }));
    return { object: 'list', data, has_more: rows.length > limit, url: `/v1/${kind}s` };
  }

  /** Refunds a charge in full or in part, at most the amount received. */
  async createRefund(form: Fields): Promise<object> {
    const amount = Number(textOf(form, 'amount'));
    const intent = (await this.#find(
      'payment_intent',
      textOf(form, 'payment_intent') ?? fail('payment_intent'),
      'payment_intent',
    )) as Intent;
    if (intent.status !== 'succeeded')
      throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
    if (!Number.isInteger(amount) || amount < 1)
      throw invalid('This value must be greater than or equal to 1.', 'amount');
    const {
      rows: [before],
    } = await this.client.query<{ cents: number }>(
      "select coalesce(sum((body ->> 'amount')::int), 0)::int as cents from payment_sandbox.objects where kind = 'refund' and body ->> 'payment_intent' = $1",
      [intent.id],
    );
    if (before!.cents + amount > Number(intent['amount_received']))
      throw new WireError(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'The refund is greater than what is left of the charge.',
      });
    const refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: intent['currency'],
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: metadataOf(form),
      created: seconds(this.now),
    };
    await this.#insert(refund, 'refund', intent.customer);
    await this.#recordEvent('refund.created', refund);
    return refund;
  }

  /** Lists refunds, newest first; pages like `list`. */
  async listRefunds(form: Fields): Promise<object> {
    const limit = Math.min(100, Number(textOf(form, 'limit') ?? 10));
    const { rows } = await this.client.query<{ body: object }>(
      `select body from payment_sandbox.objects where kind = 'refund' and ($1::text is null or body ->> 'payment_intent' = $1)
         and ($2::text is null or sequence < (select sequence from payment_sandbox.objects where id = $2))
         and ($3::bigint is null or (body ->> 'created')::bigint >= $3) and ($4::bigint is null or (body ->> 'created')::bigint < $4)
       order by sequence desc limit $5`,
      [
        textOf(form, 'payment_intent') ?? null,
        textOf(form, 'starting_after') ?? null,
        textOf(form, 'created', 'gte') ?? null,
        textOf(form, 'created', 'lt') ?? null,
        limit + 1,
      ],
    );
    return {
      object: 'list',
      data: rows.slice(0, limit).map(({ body }) => body),
      has_more: rows.length > limit,
      url: '/v1/refunds',
    };
  }

  async cancel(kind: Intent['object'], id: string): Promise<object> {
    const intent = (await this.#find(kind, id, 'intent')) as Intent;
    if (intent.status === 'succeeded')
      throw new WireError(400, {
        type: 'invalid_request_error',
        code: `${kind}_unexpected_state`,
        message: `You cannot cancel this ${kind} because it has a status of succeeded.`,
        [kind]: intent,
      });
    return this.#recordChange('canceled', { ...intent, status: 'canceled' });
  }

  /** Applies the card owner's answer to an authentication request. */
  async authenticate(kind: Intent['object'], id: string, succeed: boolean): Promise<object> {
    const intent = (await this.#find(kind, id, 'intent')) as Intent;
    if (intent.status !== 'requires_action') throw invalid('Its owner is not asked.');
    const method = (await this.#find('payment_method', intent.payment_method!, 'payment_method')) as Method;
    if (!succeed) {
      const error = {
        type: 'card_error',
        code: `${kind}_authentication_failure`,
        decline_code: 'authentication_failed',
        message: 'The owner of the card did not agree.',
      };
      return this.#recordChange(failing[kind], {
        ...intent,
        status: 'requires_payment_method',
        [kind === 'payment_intent' ? 'last_payment_error' : 'last_setup_error']: error,
      });
    }
    await this.#update({ ...method, sandbox: { ...method.sandbox, isAuthenticated: true } });
    return this.#succeed(intent, method.id);
  }

  async #create(
    kind: Intent['object'],
    form: Fields,
    more: object,
    { isCharge, isOffSession }: { isCharge: boolean; isOffSession: boolean },
  ): Promise<object> {
    const customer = textOf(form, 'customer') ?? fail('customer');
    await this.#find('customer', customer, 'customer');
    if (textOf(form, 'confirm') !== 'true')
      throw invalid('The sandbox takes intents that are confirmed at once.', 'confirm');
    const method = await this.#methodOf(form, customer);
    const id = newId(kinds[kind]);
    const intent: Intent = {
      id,
      object: kind,
      status: 'requires_payment_method',
      customer,
      payment_method: method.id,
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      metadata: metadataOf(form),
      created: seconds(this.now),
      livemode: false,
      ...more,
    };
    await this.#insert(intent, kind, customer);
    const { rule } = testCards[method.sandbox.token]!;
    const decline =
      rule.does === 'IS_DECLINED'
        ? rule
        : rule.does === 'FAILS_WHEN_CHARGED' && isCharge
          ? { code: 'card_declined', declineCode: 'generic_decline' }
          : null;
    const mustAsk =
      (rule.does === 'ASKS_ONCE' && !method.sandbox.isAuthenticated) ||
      (rule.does === 'ASKS_EACH_TIME' && (isCharge || !method.sandbox.isAuthenticated));
    const failure =
      decline ??
      (mustAsk && isOffSession ? { code: 'authentication_required', declineCode: 'authentication_required' } : null);
    if (failure) {
      const error = {
        type: 'card_error',
        code: failure.code,
        decline_code: failure.declineCode,
        message: 'Your card was declined.',
      };
      const failed = await this.#recordChange(failing[kind], {
        ...intent,
        payment_method: null,
        [isCharge ? 'last_payment_error' : 'last_setup_error']: error,
      });
      throw cardError(failure.code, failure.declineCode, { [kind]: failed });
    }
    if (mustAsk)
      return this.#expanded(
        await this.#recordChange('requires_action', {
          ...intent,
          status: 'requires_action',
          next_action: { type: 'use_stripe_sdk' },
        }),
        form,
      );
    return this.#expanded(await this.#succeed(intent, method.id), form);
  }

  async #succeed(intent: Intent, methodId: string): Promise<Intent> {
    const isSaved = intent.object === 'setup_intent' || intent['setup_future_usage'] !== null;
    const method = (await this.#find('payment_method', methodId, 'payment_method')) as Method;
    if (isSaved && method.customer === null) await this.#update({ ...method, customer: intent.customer });
    return this.#recordChange('succeeded', {
      ...intent,
      status: 'succeeded',
      next_action: null,
      ...(intent.object === 'payment_intent' && { amount_received: intent['amount'] }),
    });
  }

  /** A saved card, or a new one created from a test card's token. */
  async #methodOf(form: Fields, customer: string): Promise<Method> {
    const id =
      textOf(form, 'payment_method') ??
      textOf(form, 'confirmation_token') ??
      textOf(form, 'payment_method_data', 'card', 'token') ??
      fail('payment_method');
    const card = Object.hasOwn(testCards, id) ? testCards[id]! : null;
    if (card) return this.#newMethod(id, card);
    const method = (await this.#find('payment_method', id, 'payment_method').catch(() =>
      Promise.reject(invalidMethod(id)),
    )) as Method;
    if (method.customer !== null && method.customer !== customer) throw invalidMethod(id);
    return method;
  }

  async #newMethod(token: string, card: TestCard): Promise<Method> {
    const method: Method = {
      id: newId('pm'),
      object: 'payment_method',
      type: 'card',
      customer: null,
      card: this.#faceOf(card),
      sandbox: { token, isAuthenticated: false },
    };
    await this.#insert(method, 'payment_method', null);
    return method;
  }

  /** Test cards expire in a year, as Stripe's do. */
  #faceOf({ brand, last4 }: TestCard): Method['card'] {
    return { brand, last4, exp_month: this.now.getUTCMonth() + 1, exp_year: this.now.getUTCFullYear() + 1 };
  }

  async #find(kind: string, id: string, param: string): Promise<Intent | Method> {
    const { rows } = await this.client.query<{ body: Intent | Method }>(
      'select body from payment_sandbox.objects where id = $1 and kind = $2 for update',
      [id, kind],
    );
    return rows[0]?.body ?? Promise.reject(missing(kind, id, param));
  }

  async #insert(body: { readonly id: string }, kind: string, customer: string | null): Promise<void> {
    await this.client.query(
      'insert into payment_sandbox.objects (id, kind, customer, body, made_at) values ($1, $2, $3, $4, $5)',
      [body.id, kind, customer, body, this.now],
    );
  }

  async #update<Body extends { readonly id: string }>(body: Body): Promise<Body> {
    await this.client.query('update payment_sandbox.objects set body = $2 where id = $1', [body.id, body]);
    return body;
  }

  /** Stores an intent and records the event of its change. */
  async #recordChange(what: string, intent: Intent): Promise<Intent> {
    await this.#recordEvent(`${intent.object}.${what}`, intent);
    return this.#update(intent);
  }

  async #recordEvent(type: string, object: object): Promise<void> {
    const event = {
      id: newId('evt'),
      object: 'event',
      type,
      created: seconds(this.now),
      livemode: false,
      data: { object },
    };
    await this.client.query('insert into payment_sandbox.events (id, body) values ($1, $2)', [event.id, event]);
  }

  async #expanded(body: object, form: Fields): Promise<object> {
    const wanted = form['expand'];
    const shown = publicOf(body);
    const { payment_method: method } = shown as { payment_method?: string | null };
    if (typeof wanted !== 'object' || typeof method !== 'string' || !Object.values(wanted).includes('payment_method'))
      return shown;
    return { ...shown, payment_method: publicOf(await this.#find('payment_method', method, 'payment_method')) };
  }
}

/** Removes the sandbox's internal field. */
function publicOf(body: object): object {
  const { sandbox: _, ...shown } = body as { sandbox?: object };
  return shown;
}

/** `expand[0]=data.payment_method` expands each entry of a list. */
function listExpansion(form: Fields): Fields {
  const wanted = form['expand'];
  return typeof wanted === 'object'
    ? Object.fromEntries(
        Object.entries(wanted).map(([at, path]) => [at, typeof path === 'string' ? path.replace(/^data\./, '') : path]),
      )
    : {};
}

const invalidMethod = (id: string): WireError =>
  new WireError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such PaymentMethod: '${id}'`,
    param: 'payment_method',
  });

function fail(param: string): never {
  throw new WireError(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    message: `Missing required param: ${param}.`,
    param,
  });
}

function metadataOf(form: Fields): Record<string, string> {
  const { metadata } = form;
  return typeof metadata === 'object'
    ? Object.fromEntries(
        Object.entries(metadata).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
      )
    : {};
}
