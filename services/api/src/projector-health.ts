/** What a projector in this process knows of its read models. */
export interface KnowsHalted {
  /** The names of those that follow the log no more. */
  readonly halted?: readonly string[];
}

/** How the read models stand, as this process knows: nothing is asked. */
export class ProjectorHealth {
  /** @param runner undefined where another process projects. */
  constructor(private readonly runner: KnowsHalted | undefined) {}

  get halted(): readonly string[] {
    return this.runner?.halted ?? [];
  }
}
