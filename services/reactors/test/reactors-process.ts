import { startReactors, type ReactorOptions } from '@plimsoll/reactors/start-reactors';

// Runs the reactors in a process of its own for as long as its parent lives; the keys come by message, not by the command line.
process.once('message', (options: ReactorOptions) => {
  startReactors(options).then(
    (reactors) => {
      process.send!('started');
      process.on('message', () => void reactors.close().then(() => process.exit(0)));
    },
    (fault: unknown) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(1));
