import type { z } from 'zod';
import type { ErrorEntry } from '../errors/error-entry.ts';
import type { Route } from '../http/route.ts';
import type { StreamDefinition } from './stream.ts';

declare const ids: unique symbol;

/** A kind of job that runs a command after an event of another log, with the guids that the command needs. */
export interface Job<Ids = unknown> {
  readonly [ids]?: Ids;
}

/** Declares a kind of job; only its type matters. */
export const job = <Ids>(): Job<Ids> => ({});

/** Why streams of the installation's log have no integration event. */
export const IN_INSTALLATION_LOG = "it is in the installation's log, which nobody follows";

/** The guids that a kind of job carries. */
export type JobIds<Kind> = Kind extends Job<infer Ids> ? Ids : never;

/** All that a context contributes to the lists over all contexts. */
export interface Context<
  Name extends string = string,
  Streams extends readonly StreamDefinition[] = readonly StreamDefinition[],
  Routes extends readonly Route[] = readonly Route[],
  Answers extends Readonly<Record<string, z.ZodType>> = Readonly<Record<string, z.ZodType>>,
  Errors extends Readonly<Record<string, ErrorEntry>> = Readonly<Record<string, ErrorEntry>>,
  Jobs extends Readonly<Record<string, Job>> = Readonly<Record<string, Job>>,
> {
  /** The name of its folder in every package. */
  readonly name: Name;
  readonly streams: Streams;
  readonly routes: Routes;
  /** Schemas of answers and their parts, by their names among the components of the OpenAPI document. */
  readonly answers: Answers;
  /** Its part of the error catalogue. */
  readonly errors: Errors;
  /** What people see a record called, by the kind of its stream. */
  readonly labels: Readonly<Record<string, string>>;
  /** Why other systems never receive them, by kind of stream or, for a single event, by its type. */
  readonly internal: Readonly<Record<string, string>>;
  readonly jobs: Jobs;
}

type NoEntries = Readonly<Record<never, never>>;

/** Declares a context; every part but its name may be missing. Each kind of stream needs a label. */
export function defineContext<
  const Name extends string,
  const Streams extends readonly StreamDefinition[] = readonly [],
  const Routes extends readonly Route[] = readonly [],
  const Answers extends Readonly<Record<string, z.ZodType>> = NoEntries,
  const Errors extends Readonly<Record<string, ErrorEntry>> = NoEntries,
  Jobs extends Readonly<Record<string, Job>> = NoEntries,
>(context: {
  readonly name: Name;
  readonly streams?: Streams;
  readonly routes?: Routes;
  readonly answers?: Answers;
  readonly errors?: Errors;
  readonly labels?: Readonly<Record<Streams[number]['kind'], string>>;
  readonly internal?: Readonly<
    Partial<Record<Streams[number]['kind'] | Streams[number]['events'][number]['type'], string>>
  >;
  readonly jobs?: Jobs;
}): Context<Name, Streams, Routes, Answers, Errors, Jobs> {
  return {
    streams: [],
    routes: [],
    answers: {},
    errors: {},
    labels: {},
    internal: {},
    jobs: {},
    ...context,
  } as unknown as Context<Name, Streams, Routes, Answers, Errors, Jobs>;
}
