/** An error response in Stripe's format. */
export class WireError extends Error {
  override readonly name = 'WireFault';
  constructor(
    readonly status: number,
    readonly error: {
      readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
      readonly message: string;
      readonly code?: string;
      readonly decline_code?: string;
      readonly param?: string;
      readonly [more: string]: unknown;
    },
  ) {
    super(error.message);
  }
}

export const missing = (what: string, id: string, param: string): WireError =>
  new WireError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

export const invalid = (message: string, param?: string): WireError =>
  new WireError(400, { type: 'invalid_request_error', message, ...(param !== undefined && { param }) });

export const cardError = (code: string, declineCode: string, more: object = {}): WireError =>
  new WireError(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message: 'Your card was declined.',
    ...more,
  });
