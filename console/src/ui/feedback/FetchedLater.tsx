import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType } from 'react';

/** So long after its page such a part is fetched if nobody has asked for it: the page itself goes first. */
const AT_REST_MS = 2_000;
const AGAIN_MS = 2_000;

/** Whether the page still waits for something that it shows. What is only asked anew stands there already. */
const isWaiting = (client: QueryClient): boolean =>
  client.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;

const parts: (() => Promise<unknown>)[] = [];

/** Fetches all of them. For tests, which need not see them come. */
export const fetchAllParts = (): Promise<unknown> => Promise.all(parts.map((fetch) => fetch()));

/**
 * A part that is not seen before it is opened: a dialog, a panel. It is fetched while its page is at rest, or when it is
 * opened, and tried again for as long as it is wanted.
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
    // It is closed when it comes, so that it knows where the focus was before it opened.
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
