import { Inject, type Provider, type Type } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import type { CommandEnvelope } from './command-envelope.ts';
import { execute, type Outcome, type UseCase } from './execute.ts';

/** A command as it goes over the bus: the envelope, and what the use case is told besides. */
export abstract class AskedCommand<Args extends readonly unknown[]> extends Command<Outcome> {
  readonly args: Args;

  constructor(
    readonly envelope: CommandEnvelope,
    ...args: Args
  ) {
    super();
    this.args = args;
  }
}

/** A command's class, with the handler that the bus finds it by: `new SwitchModule(envelope, change)`. */
export interface CommandClass<Args extends readonly unknown[]> {
  new (envelope: CommandEnvelope, ...args: Args): AskedCommand<Args>;
  readonly handler: Type<ICommandHandler>;
}

type Instances<Tokens extends readonly Type[]> = { [Index in keyof Tokens]: InstanceType<Tokens[Index]> };

/** Carries a command out, with the log at hand. */
type CarryOut<Args extends readonly unknown[]> = (
  store: EventStore,
  envelope: CommandEnvelope,
  ...args: Args
) => Promise<Outcome>;

/** A command with a handler of its own making, for what is more than a decision. @param needs what it is given besides the log. */
export function command<Args extends readonly unknown[], const Tokens extends readonly Type[]>(
  name: string,
  needs: Tokens,
  carryOutBy: (...given: Instances<Tokens>) => CarryOut<Args>,
): CommandClass<Args> {
  const Asked = { [name]: class extends AskedCommand<Args> {} }[name]!;
  const handlerName = `${name}Handler`;
  const Handler = {
    [handlerName]: class implements ICommandHandler<AskedCommand<Args>> {
      readonly #carryOut: CarryOut<Args>;

      constructor(
        private readonly store: EventStore,
        ...given: Instances<Tokens>
      ) {
        this.#carryOut = carryOutBy(...given);
      }

      execute({ envelope, args }: AskedCommand<Args>): Promise<Outcome> {
        return this.#carryOut(this.store, envelope, ...args);
      }
    },
  }[handlerName]!;
  [EVENT_STORE, ...needs].forEach((token, index) => Inject(token)(Handler, undefined, index));
  CommandHandler(Asked)(Handler);
  return Object.assign(Asked, { handler: Handler as Type<ICommandHandler> });
}

/**
 * A use case from one declaration: which streams, how they are folded, what is decided. The command's class and its handler
 * come of it. Where something must be asked for first, `command` says how.
 */
export const useCase = <Args extends readonly unknown[], Own, Others extends readonly unknown[]>(
  name: string,
  declare: (envelope: CommandEnvelope, ...args: Args) => UseCase<Own, Others>,
): CommandClass<Args> =>
  command(
    name,
    [],
    () =>
      (store, envelope, ...args) =>
        execute(store, envelope, declare(envelope, ...args)),
  );

/** What a context's module provides for its use cases. */
export const handlersOf = (...commands: readonly { readonly handler: Type<ICommandHandler> }[]): Provider[] =>
  commands.map(({ handler }) => handler);
