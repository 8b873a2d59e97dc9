import { Inject, type Provider, type Type } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { RoutedCommand } from '../http/command-controller.ts';
import type { AnswerOf, BodyOf, OperationId, ParamsOf } from '../http/route-of.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import type { CommandEnvelope } from './command-envelope.ts';
import { execute, type Executed, type Outcome, type UseCase } from './execute.ts';

/** A command on the bus: the envelope and its arguments. */
export abstract class BusCommand<Args extends readonly unknown[]> extends Command<Outcome> {
  readonly args: Args;

  constructor(
    readonly envelope: CommandEnvelope,
    ...args: Args
  ) {
    super();
    this.args = args;
  }
}

/** A command's class with its handler: `new SwitchModule(envelope, change)`. */
export interface CommandClass<Args extends readonly unknown[]> {
  new (envelope: CommandEnvelope, ...args: Args): BusCommand<Args>;
  readonly handler: Type<ICommandHandler>;
}

/** A command's class that has a route; `commandController` makes its controller. */
export type RoutedCommandClass<Args extends readonly unknown[]> = CommandClass<Args> & RoutedCommand;

type Instances<Tokens extends readonly Type[]> = { [Index in keyof Tokens]: InstanceType<Tokens[Index]> };

/** Executes a command, given the event store. */
export type Handle<Args extends readonly unknown[]> = (
  store: EventStore,
  envelope: CommandEnvelope,
  ...args: Args
) => Promise<Outcome>;

/** Body of a route's answer; not checked for a route that answers without one. */
type AnswerBody<Id extends OperationId> = [AnswerOf<Id>] extends [never] ? unknown : AnswerOf<Id>;

/** A command's route: arguments from the validated request, and the body of the answer. */
export interface CommandRoute<Args extends readonly unknown[], Id extends OperationId = OperationId> {
  readonly operationId: Id;
  args(envelope: CommandEnvelope, params: ParamsOf<Id>, body: BodyOf<Id>): readonly [...Args];
  answer(done: Executed, args: Args): AnswerBody<Id>;
}

/** A command whose use case follows from the envelope and the arguments. */
export interface PlainCommand<Args extends readonly unknown[], Own, Others extends readonly unknown[]> {
  /** Name of the class, used by the bus and in logs. */
  readonly name: string;
  readonly useCase: (envelope: CommandEnvelope, ...args: Args) => UseCase<Own, Others>;
}

/** A command with its own handler: it needs providers or does more than decide. */
export interface HandledCommand<Args extends readonly unknown[], Tokens extends readonly Type[] = readonly Type[]> {
  readonly name: string;
  /** Providers passed to `handle`. */
  readonly needs?: Tokens;
  readonly handle: (...given: Instances<Tokens>) => Handle<Args>;
}

/**
 * Declares a command: its class for the bus, its handler and its route, if any. Commands of a context that share a
 * setup use a function that returns the declaration: `defineCommand(onTask('CancelTask', cancelTask))`.
 */
export function defineCommand<
  Args extends readonly unknown[],
  const Tokens extends readonly Type[],
  const Id extends OperationId,
>(
  declaration: HandledCommand<Args, Tokens> & { readonly route: CommandRoute<NoInfer<Args>, Id> },
): RoutedCommandClass<Args>;
export function defineCommand<Args extends readonly unknown[], const Tokens extends readonly Type[]>(
  declaration: HandledCommand<Args, Tokens>,
): CommandClass<Args>;
export function defineCommand<
  Args extends readonly unknown[],
  Own,
  Others extends readonly unknown[],
  const Id extends OperationId,
>(
  declaration: PlainCommand<Args, Own, Others> & { readonly route: CommandRoute<NoInfer<Args>, Id> },
): RoutedCommandClass<Args>;
export function defineCommand<Args extends readonly unknown[], Own, Others extends readonly unknown[]>(
  declaration: PlainCommand<Args, Own, Others>,
): CommandClass<Args>;
export function defineCommand(
  declaration: (HandledCommand<never[], Type[]> | PlainCommand<never[], unknown, readonly unknown[]>) & {
    readonly route?: CommandRoute<readonly never[]>;
  },
): CommandClass<never[]> {
  const { name, route } = declaration;
  const [needs, handle] =
    'handle' in declaration ? [declaration.needs ?? [], declaration.handle] : [[], () => executing(declaration)];
  const Defined = { [name]: class extends BusCommand<never[]> {} }[name]!;
  const handler = handlerOf(Defined, needs, handle);
  return Object.assign(Defined, { handler }, route && routing(Defined, route));
}

const executing =
  <Args extends readonly unknown[]>({ useCase }: PlainCommand<Args, unknown, readonly unknown[]>): Handle<Args> =>
  (store, envelope, ...args) =>
    execute(store, envelope, useCase(envelope, ...args));

function handlerOf(
  Handled: new (envelope: CommandEnvelope, ...args: never[]) => BusCommand<never[]>,
  needs: readonly Type[],
  handle: (...given: never[]) => Handle<never[]>,
): Type<ICommandHandler> {
  const name = `${Handled.name}Handler`;
  const Handler = {
    [name]: class implements ICommandHandler<BusCommand<never[]>> {
      readonly #handle: Handle<never[]>;

      constructor(
        private readonly store: EventStore,
        ...given: never[]
      ) {
        this.#handle = handle(...given);
      }

      execute({ envelope, args }: BusCommand<never[]>): Promise<Outcome> {
        return this.#handle(this.store, envelope, ...args);
      }
    },
  }[name]!;
  [EVENT_STORE, ...needs].forEach((token, index) => Inject(token)(Handler, undefined, index));
  CommandHandler(Handled)(Handler);
  return Handler as unknown as Type<ICommandHandler>;
}

const routing = (
  Routed: new (envelope: CommandEnvelope, ...args: never[]) => BusCommand<never[]>,
  { operationId, args: argsOf, answer }: CommandRoute<readonly never[]>,
): RoutedCommand => ({
  operationId,
  ask: (envelope, params, body) => {
    const args = argsOf(envelope, params as never, body as never);
    return { command: new Routed(envelope, ...args), answer: (done) => answer(done, args) };
  },
});

/** Providers that a context's module needs for its commands. */
export const handlersOf = (...commands: readonly { readonly handler: Type<ICommandHandler> }[]): Provider[] =>
  commands.map(({ handler }) => handler);
