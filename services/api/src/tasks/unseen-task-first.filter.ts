import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { statusOf } from '@plimsoll/contracts/errors/errors';
import { validate } from 'uuid';
import type { EdgeRequest } from '../http/edge-request.ts';
import { Refused } from '../http/problem-of.ts';
import { ProblemFilter } from '../http/problem.filter.ts';
import { TaskLog } from './task-log.ts';

/** An action that one may not see answers 404 or 403 before anything is said about the request. */
@Injectable()
@Catch(Refused)
export class UnseenTaskFirstFilter implements ExceptionFilter<Refused> {
  readonly #problems = new ProblemFilter(() => false);

  constructor(private readonly tasks: TaskLog) {}

  async catch(refused: Refused, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const answer = await this.#answer(refused, request).catch((fault: unknown) => fault);
    this.#problems.catch(answer, host);
  }

  async #answer(refused: Refused, { edge, params }: EdgeRequest): Promise<Refused> {
    const { taskGuid } = params as { taskGuid?: unknown };
    if (statusOf(refused.refusal.refused) !== 400 || !edge.tenant || !edge.viewer || !validate(taskGuid))
      return refused;
    const seen = await this.tasks.seen(edge.tenant, (taskGuid as string).toLowerCase(), edge.viewer);
    return 'refused' in seen ? new Refused(seen) : refused;
  }
}
