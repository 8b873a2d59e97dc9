import { extname } from 'node:path';

/** A kind of work on user input. It is a function in a module of its own, which only threads load. */
export interface JobType<Input, Output> {
  /** Address of the module. */
  readonly module: string;
  /** Name of the exported function. */
  readonly name: string;
  /** Kind of work: one organization has one running job of each. */
  readonly lane: 'FILES' | 'TABLES' | 'PICTURES' | 'DOCUMENTS';
  /** Time limit, after which the thread is terminated. */
  readonly maxMs: number;
  /** Never set: binds the types of input and output. */
  readonly types?: (input: Input) => Output;
}

type Work<Input, Output> = (input: Input) => Output | Promise<Output>;

/**
 * Declares a job. The module's name is given without its extension, which is that of the caller: in tests both are
 * TypeScript sources.
 * @param address `import.meta.url` of the caller.
 */
export function defineJob<Module extends Readonly<Record<Name, Work<never, unknown>>>, Name extends string>(
  address: string,
  path: string,
  job: { readonly name: Name } & Pick<JobType<unknown, unknown>, 'lane' | 'maxMs'>,
): JobType<Parameters<Module[Name]>[0], Awaited<ReturnType<Module[Name]>>> {
  return { module: new URL(`${path}${extname(address)}`, address).href, ...job };
}
