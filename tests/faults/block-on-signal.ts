// Loaded into the server before its own code (NODE_OPTIONS=--import): says its number, and blocks the main thread for good
// when it is told to, by computing (SIGUSR2) or by waiting (SIGWINCH). SIGPROF is a fault that nobody catches.
process.stderr.write(`server ${process.pid}\n`)
process.on('SIGUSR2', () => {
  for (;;) {}
})
process.on('SIGPROF', () => {
  throw new Error('a fault of the program')
})
process.on('SIGWINCH', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
