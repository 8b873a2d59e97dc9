declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** Query that `pg` accepts and returns as a stream. */
  const copyStreams: {
    to(query: string): Readable & Submittable;
    from(query: string): Writable & Submittable;
  };
  export default copyStreams;
}
