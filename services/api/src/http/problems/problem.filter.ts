import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { statusOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { fileFieldOf } from '@plimsoll/contracts/http/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReadCollided } from '@plimsoll/projections/platform/read-model-reader';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { FilesUnavailable } from '../../attachments/storage/files-away.ts';
import { isDatabaseUnavailable } from '../../platform/database/database-away.ts';
import { TooManyBytes } from '../body/bytes-body.ts';
import { isHangUp } from '../limits/hang-up.ts';
import type { ConsolePage } from '../console-files.ts';
import { MalformedBody } from '../body/json-body.ts';
import { PROBLEM_TYPE, problemOf, Refused, RETRY_AFTER } from './problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** Refusals for Fastify's own errors, by their codes. */
const ofFastify: Readonly<Record<string, Refused>> = {
  [TOO_LARGE]: new Refused(refuse('PayloadTooLarge')),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refused(refuse('UnsupportedMediaType')),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refused(refuse('MalformedRequest')),
  FST_ERR_BAD_URL: new Refused(
    refuse('MalformedRequest', { fieldErrors: [fieldError('path', 'MalformedRequest', fieldTexts.notAddress)] }),
  ),
  FST_ERR_MAX_PARAM_LENGTH: new Refused(refuse('RouteNotFound')),
};

/** Code of an error of Fastify, which Nest may have wrapped. */
const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? '';
};

/**
 * Refusals for errors of Nest, Fastify and its plugins that only have a status. A forbidden address (a file outside the
 * console's folder) counts as not found.
 */
const ofStatus: Readonly<Record<number, ErrorClass>> = {
  400: 'MalformedRequest',
  403: 'RouteNotFound',
  404: 'RouteNotFound',
  405: 'RouteNotFound',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  414: 'RouteNotFound',
  415: 'UnsupportedMediaType',
  431: 'HeadersTooLarge',
};

const statusIn = (error: unknown): number =>
  error instanceof HttpException ? error.getStatus() : ((error as { statusCode?: number } | null)?.statusCode ?? 0);

/** States of a failed health check: which part is down, without the reason. */
function checksOf(error: HttpException): { checks?: Record<string, string> } {
  const { details } = error.getResponse() as { details?: Record<string, { status: string }> };
  return details
    ? { checks: Object.fromEntries(Object.entries(details).map(([name, { status }]) => [name, status])) }
    : {};
}

export function sendProblem(
  reply: FastifyReply,
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const problem = problemOf(refusal, requestId);
  void reply.status(problem.status).headers(headers).header('content-type', PROBLEM_TYPE).send(JSON.stringify(problem));
}

/** Whether no route matched, so that the address may be one of the console. */
const isNowhere = (error: unknown): boolean => error instanceof HttpException && error.getStatus() === 404;

/** Sends every error as a problem. An unexpected error reveals nothing; the log has it, with the request's id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  /**
   * @param consolePage sends the console's page for its addresses, and for refusals to show in a browser; false where
   * there is none.
   */
  constructor(private readonly consolePage: ConsolePage) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { refusal, headers } = this.#refusedBy(error, request, reply);
    if (isNowhere(error) && this.consolePage(request, reply)) return;
    if (this.consolePage(request, reply.headers(headers), statusOf(refusal.refused))) return;
    sendProblem(reply, refusal, request.id, headers);
  }

  #refusedBy(error: unknown, request: FastifyRequest, reply: FastifyReply): Refused {
    if (error instanceof Refused) return error;
    if (error instanceof MalformedBody)
      return new Refused(
        refuse('MalformedRequest', { fieldErrors: [fieldError(error.field, 'MalformedRequest', error.message)] }),
      );
    // No one gets this answer; the request's line in the log has its status.
    if (isHangUp(error, reply)) return new Refused(refuse('RequestTimeout'));
    const { contract } = request.routeOptions.config;
    const isFile = contract?.accepts === 'BYTES' || contract?.accepts === 'FORM';
    if (error instanceof TooManyBytes || (isFile && codeOf(error) === TOO_LARGE))
      return new Refused(
        refuse('AttachmentTooLarge', {
          fieldErrors: [fieldError(contract ? fileFieldOf(contract) : 'body', 'AttachmentTooLarge')],
        }),
      );
    const known = ofFastify[codeOf(error)];
    if (known) return known;
    if (error instanceof HttpException && error.getStatus() === 503)
      return new Refused(refuse('Unavailable', { facts: checksOf(error) }), RETRY_AFTER);
    const className = ofStatus[statusIn(error)];
    if (className)
      return new Refused(
        refuse(className, className === 'MalformedRequest' ? { fieldErrors: [fieldError('request', className)] } : {}),
      );
    if (isDatabaseUnavailable(error) || error instanceof ReadCollided) {
      request.log.warn({ err: error }, 'The database takes nobody just now');
      return new Refused(refuse('Unavailable'), RETRY_AFTER);
    }
    if (error instanceof FilesUnavailable) {
      request.log.warn({ err: error }, 'What files need does not answer');
      return new Refused(refuse('Unavailable'), RETRY_AFTER);
    }
    request.log.error({ err: error }, 'Unexpected fault');
    return new Refused(refuse('InternalServerError'));
  }
}
