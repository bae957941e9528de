// Preloaded into every long-running process that the scripts start (`node --import`): its channel to the parent closes
// when the parent ends, however that happens, and then this process has nobody left to serve.
if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 9_000).unref();
  });
  // Listening keeps a process alive; this one should live for its own reasons only.
  process.channel.unref();
}
