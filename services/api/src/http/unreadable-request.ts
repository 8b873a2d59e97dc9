import type { ConnectionError, FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { refuse, type Refusal } from '../commands/decision.ts';
import { fieldError, problemOf } from './problem-of.ts';

/** Address and headers together: the longest filter that the contract takes fits in, percent signs and all. */
export const MOST_HEADER_BYTES = 65_536;

const REASONS: Readonly<Record<number, string>> = { 400: 'Bad Request', 413: 'Content Too Large' };

function refusalOf({ code }: ConnectionError): Refusal {
  return code === 'HPE_HEADER_OVERFLOW'
    ? refuse('PayloadTooLarge', { fieldErrors: [fieldError('path', 'PayloadTooLarge', 'The address and the headers are too long')] })
    : refuse('MalformedRequest', { fieldErrors: [fieldError('request', 'MalformedRequest', 'Is not HTTP')] });
}

/** Answers what the platform cannot read as a request at all: with a problem, like every refusal, and the end of the connection. */
export function answerUnreadable(this: FastifyInstance, fault: ConnectionError, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const problem = problemOf(refusalOf(fault), uuidv7());
  const body = JSON.stringify(problem);
  this.log.debug({ err: fault }, 'A request could not be read');
  socket.end(
    `HTTP/1.1 ${problem.status} ${REASONS[problem.status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
