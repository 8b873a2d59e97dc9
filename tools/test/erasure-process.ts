import { openApplication } from '@plimsoll/api/platform/process/application';
import { runErasure } from '@plimsoll/api/privacy/erasures';
import { erasureSteps, type DyingAt, type DyingErasure } from './erasure-steps.ts';

/** Ends like a process killed by the kernel: without cleanup or output. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

function dying<Part extends object>(part: Part, { methods, when, keyOf }: DyingAt): Part {
  return new Proxy(part, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      if (!methods.includes(String(name))) return method;
      return async (...given: unknown[]) => {
        if (keyOf && !given.some((one) => (one as { kind?: unknown }).kind === keyOf)) return method(...given);
        if (when === 'AFTER') await method(...given);
        return die();
      };
    },
  });
}

// Runs an erasure and is killed at one of its steps; the keys come by message, not on the command line.
process.once('message', ({ options, tenant, request, step }: DyingErasure) => {
  void (async () => {
    const application = await openApplication(options);
    const reached = application.erasures.services();
    const at: DyingAt = erasureSteps[step];
    await runErasure(tenant, request, { ...reached, [at.part]: dying(reached[at.part] as object, at) });
    process.exit(3);
  })().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
