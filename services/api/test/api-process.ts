import { startApi, type ApiOptions } from '@plimsoll/api/main';

// Runs the API in a process of its own as long as its parent lives. Keys arrive by message, not on the command line.
process.once('message', (options: ApiOptions) => {
  startApi(options).then(
    (api) => {
      process.send!({ port: api.port });
      process.on('message', () => void api.close().then(() => process.exit(0)));
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(1));
