import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType } from 'react';

/**
 * How long after its page a lazy component is fetched if it was not opened; delayed, so that the page itself loads
 * first.
 */
const AT_REST_MS = 2_000;
const AGAIN_MS = 2_000;

/** Whether the page still waits for data that it shows. Refetches of data that is already shown do not count. */
const isWaiting = (client: QueryClient): boolean =>
  client.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;

const parts: (() => Promise<unknown>)[] = [];

/** Fetches all lazy components, for tests that need them at once. */
export const fetchAllParts = (): Promise<unknown> => Promise.all(parts.map((fetch) => fetch()));

/**
 * A lazily loaded component that is hidden until it is opened: a dialog, a panel. It is fetched while its page is idle,
 * or when it is opened, and retried for as long as it is open.
 */
export function fetchedLater<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const fetch = () =>
    (coming ??= load()
      .then((loaded) => void (Part = loaded))
      .finally(() => (coming = null)));
  parts.push(fetch);

  return function FetchedLater(props: Props) {
    const { opened } = props;
    const client = useQueryClient();
    const [isFetched, setFetched] = useState(Part !== null);
    // Mounted closed first, so that it records where the focus was before it opened.
    const [mayOpen, setMayOpen] = useState(isFetched);
    useEffect(() => setMayOpen(isFetched), [isFetched]);
    useEffect(() => {
      if (isFetched) return;
      let timer = setTimeout(ask, opened ? 0 : AT_REST_MS);
      let isGone = false;
      function ask() {
        if (!opened && isWaiting(client)) return void (timer = setTimeout(ask, AT_REST_MS));
        fetch().then(
          () => !isGone && setFetched(true),
          () => !isGone && opened && (timer = setTimeout(ask, AGAIN_MS)),
        );
      }
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [isFetched, opened, client]);
    return isFetched && Part ? <Part {...props} opened={opened && mayOpen} /> : null;
  };
}
