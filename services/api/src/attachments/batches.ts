/** What comes, in pieces of `bytes` each but the last, and one at least: all of them in one place, so that each is written over by the next. */
export async function* inBatches(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  const room = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  for await (const some of content) {
    for (let at = 0; at < some.length; ) {
      // Which one is the last is known at the end alone.
      if (filled === bytes) {
        yield room;
        filled = 0;
      }
      const taken = some.copy(room, filled, at);
      at += taken;
      filled += taken;
    }
  }
  yield room.subarray(0, filled);
}
