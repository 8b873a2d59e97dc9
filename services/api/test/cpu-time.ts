/**
 * Processor time of this process during some work, in milliseconds: the same on a busy machine.
 * @param tries how often the work is done; the least time counts, since now and then a try pays for the garbage of
 * earlier tests
 */
export async function cpuMsOf(work: () => unknown, tries = 1): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < tries; done++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}
