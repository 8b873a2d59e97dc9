import type { ConnectionError, FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { refuse, type Refusal } from '../commands/decision.ts';
import { fieldError, problemOf } from './problem-of.ts';

/** Address and headers together: the longest filter that the contract takes fits in, percent signs and all. */
export const MOST_HEADER_BYTES = 65_536;


function refusalOf({ code }: ConnectionError): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('HeadersTooLarge', { fieldErrors: [fieldError('path', 'HeadersTooLarge')] });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('RequestTimeout');
  return refuse('MalformedRequest', { fieldErrors: [fieldError('request', 'MalformedRequest', 'Is not HTTP')] });
}

/** Answers what the platform cannot read as a request at all: with a problem, like every refusal, and the end of the connection. */
export function answerUnreadable(this: FastifyInstance, fault: ConnectionError, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const problem = problemOf(refusalOf(fault), uuidv7());
  const body = JSON.stringify(problem);
  this.log.debug({ err: fault }, 'A request could not be read');
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
