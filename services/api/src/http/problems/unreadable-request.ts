import type { ConnectionError, FastifyInstance } from 'fastify';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { PROBLEM_TYPE, problemOf } from './problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';

/** Limit for request line and headers together: fits the longest filter that the contract allows, percent-encoded. */
export const MAX_HEADER_BYTES = 65_536;

function refusalOf({ code }: ConnectionError): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return refuse('HeadersTooLarge', { fieldErrors: [fieldError('path', 'HeadersTooLarge')] });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('RequestTimeout');
  return refuse('MalformedRequest', { fieldErrors: [fieldError('request', 'MalformedRequest', 'Must be HTTP')] });
}

/** Answers bytes that Node cannot parse as a request with a problem, and closes the connection. */
export function answerUnreadable(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const { status, headers, body } = lastAnswer(refusalOf(error));
  this.log.debug({ err: error }, 'A request could not be read');
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );
}

/** Answers an expectation other than `100-continue` (RFC 9110, 10.1.1): Node refuses it before a request exists. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = lastAnswer(
    refuse('MalformedRequest', {
      fieldErrors: [fieldError('Expect', 'MalformedRequest', 'Only 100-continue is known')],
    }),
  );
  response.writeHead(status, headers).end(body);
}

function lastAnswer(refusal: Refusal): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const problem = problemOf(refusal, uuidv7());
  const body = JSON.stringify(problem);
  return {
    status: problem.status,
    headers: { 'Content-Type': PROBLEM_TYPE, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' },
    body,
  };
}
