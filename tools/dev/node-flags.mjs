/**
 * How Node runs the servers of the product. V8 gives what is new as much as 128 MB where the machine has many gigabytes; with
 * 64 MB commands are as many. With 32 MB collecting is a tenth of what a command costs. Where it begins with little, what a long
 * list is made of outlives it and lies about: with 16 MB from the start a list of 100,000 incidents takes 30 MB more of a
 * process instead of 120. The command line goes without: its process ends, and a rebuild takes 6 % longer with 32.
 */
export const nodeFlags = ['--max-semi-space-size=32', '--min-semi-space-size=16'];
