/**
 * Node's flags for the servers of the product: the size of V8's young generation, which is up to 128 MB on machines
 * with much memory. 64 MB gives the same throughput of commands; with 32 MB, garbage collection is a tenth of a
 * command's cost. A small initial size promotes the data of a long list to the old generation: with 16 MB from the
 * start, a list of 100,000 incidents adds 30 MB to a process instead of 120. The command line does not use them: its
 * process is short-lived, and a rebuild takes 6 % longer with 32.
 */
export const nodeFlags = ['--max-semi-space-size=32', '--min-semi-space-size=16'];
