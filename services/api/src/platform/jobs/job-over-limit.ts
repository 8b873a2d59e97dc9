/** Error of a job on user input that takes more time or memory than is allowed. The input is refused, not repeated. */
export class JobOverLimit extends Error {
  override readonly name = 'JobOverLimit';
  readonly limit: 'TIME' | 'MEMORY';

  constructor(limit: 'TIME' | 'MEMORY', job: string) {
    super(`${job} takes too much ${limit.toLowerCase()}`);
    this.limit = limit;
  }
}
