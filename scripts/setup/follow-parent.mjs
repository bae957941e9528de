// Preloaded into every long-running process that the scripts start (`node --import`). Its channel to the parent closes when the parent
// ends, however that happens, and then this process must end too.
if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 9_000).unref();
  });
  // The channel alone must not keep the process alive.
  process.channel.unref();
}
