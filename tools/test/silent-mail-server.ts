import { silentServer } from '../../services/reactors/test/mail-server.ts';

/** Works while there is a mail server that takes connections and never says a word. */
export async function besideSilentServer(work: (url: string) => Promise<void>): Promise<void> {
  const { url, stop } = await silentServer();
  try {
    await work(url);
  } finally {
    stop();
  }
}
