// Loaded before every command. Plain JavaScript, so that an older Node prints what to do instead of failing on `.ts`.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || major >= 27 || (major === 24 && minor < 18)) {
  console.error(
    `Cardwright needs Node 24.18 or newer (below 27); this is ${process.version}.\n` +
      'Run `npm ci` in the repository: it installs Node 24 as a package, which every `npm run …` then uses.\n' +
      'If npm was told to skip install scripts, allow the one of the package `node`: npm rebuild node',
  );
  process.exit(1);
}
