import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { Observable } from 'rxjs';
import type { EdgeRequest } from './edge-request.ts';

/** Pins a read to the generations of tables that its As-Of describes, even if others become active meanwhile. */
@Injectable()
export class SameSets implements NestInterceptor {
  constructor(private readonly reader: ReadModelReader) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { sets } = context.switchToHttp().getRequest<EdgeRequest>().edge;
    if (!sets) return next.handle();
    return new Observable((subscriber) => this.reader.within(sets, () => next.handle().subscribe(subscriber)));
  }
}
