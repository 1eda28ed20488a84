/** What a page loads until it is quiet: the bytes sent for it, packed as they are, by kind, and in all. */
export async function weigh(context, path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const kinds = new Map();
  const bytes = { Script: 0, all: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    bytes.all += encodedDataLength;
    bytes.requests++;
  });
  await devtools.send('Network.enable');
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.close();
  return bytes;
}
