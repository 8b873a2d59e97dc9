import type { ProjectionRunner } from '@plimsoll/projections/runner/follow/run-projections';

/** How the read models stand, as this process knows: nothing is asked. */
export class ProjectorHealth {
  /** @param runner undefined where another process projects. */
  constructor(private readonly runner: Pick<ProjectionRunner, 'halted'> | undefined) {}

  /** The names of those that follow the log no more. */
  get halted(): readonly string[] {
    return this.runner?.halted ?? [];
  }
}
