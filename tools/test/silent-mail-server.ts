import { silentServer } from '../../services/reactors/test/mail-server.ts';

/** Runs `work` beside a mail server that accepts connections and never responds. */
export async function withSilentServer(work: (url: string) => Promise<void>): Promise<void> {
  const { url, stop } = await silentServer();
  try {
    await work(url);
  } finally {
    stop();
  }
}
