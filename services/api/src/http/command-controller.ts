import { Controller, Inject, type Type } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Executed, Outcome } from '../commands/execute.ts';
import { SendOutcome, Body, Envelope, Params, type OutcomeSender } from './request-parts.ts';
import { RouteOf, type OperationId } from './route-of.ts';

/** A route that executes one command: how the command is made from the request, and the answer from its result. */
export interface RoutedCommand {
  readonly operationId: OperationId;
  /** @param params and @param body validated by the route's schemas. */
  ask(
    envelope: CommandEnvelope,
    params: unknown,
    body: unknown,
  ): { readonly command: Command<Outcome>; answer(done: Executed): unknown };
}

/** Generates a controller that dispatches each route's command to the bus. A refusal becomes a problem. */
export function commandController(
  name: string,
  commands: readonly RoutedCommand[],
  ...decorators: readonly ClassDecorator[]
): Type {
  const Commands = {
    [name]: class {
      constructor(readonly bus: CommandBus) {}
    },
  }[name]!;
  Inject(CommandBus)(Commands, undefined, 0);
  for (const { operationId, ask } of commands) {
    const method = {
      [operationId]: async function (
        this: { readonly bus: CommandBus },
        envelope: CommandEnvelope,
        params: unknown,
        body: unknown,
        accept: OutcomeSender,
      ): Promise<unknown> {
        const { command, answer } = ask(envelope, params, body);
        return answer(accept(await this.bus.execute(command)));
      },
    }[operationId]!;
    const descriptor = { value: method, writable: true, configurable: true, enumerable: false };
    Object.defineProperty(Commands.prototype, operationId, descriptor);
    [Envelope(), Params(), Body(), SendOutcome()].forEach((decorate, index) =>
      decorate(Commands.prototype as object, operationId, index),
    );
    RouteOf(operationId)(Commands.prototype as object, operationId, descriptor);
  }
  for (const decorate of [Controller(), ...decorators]) decorate(Commands);
  return Commands;
}
