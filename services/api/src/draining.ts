/** The end of a process: it is not ready any more, and finishes what it has begun. */
export class Draining {
  hasBegun = false;
}
