import { startReactors, type ReactorOptions } from '@plimsoll/reactors/start-reactors';

// Runs reactors until the parent process ends. Options come by message, since they contain keys.
process.once('message', (options: ReactorOptions) => {
  startReactors(options).then(
    (reactors) => {
      process.send!('started');
      process.on('message', () => void reactors.close().then(() => process.exit(0)));
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(1));
