import { createServer } from 'node:http';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><body><script>
window.heard = [];
addEventListener('message', ({ source, origin, data }) => {
  const from = [...document.querySelectorAll('iframe')].findIndex((frame) => frame.contentWindow === source);
  heard.push({ from, origin, data });
});
window.show = (src, attributes = {}) => {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width:1240px;height:820px';
  for (const [name, value] of Object.entries({ title: 'Design maker', ...attributes })) frame.setAttribute(name, value);
  frame.src = src;
  document.body.append(frame);
};
// Speaks to a frame of any window, by default the first of this page, and keeps what is answered.
window.talk = (payload = {}, target = frames[0]) => {
  const channel = new MessageChannel();
  window.said = [];
  channel.port1.onmessage = ({ data }) => said.push(data);
  window.port = channel.port1;
  target.postMessage({ v: 1, id: 'first', type: 'init', payload }, '*', [channel.port2]);
};
</script></body></html>`;

/** Pages of another product: one server that answers under as many names as lead to this machine. */
export async function startHost() {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url, 'http://host');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    for (const name of ['referrer-policy', 'content-security-policy']) {
      if (searchParams.has(name)) response.setHeader(name, searchParams.get(name));
    }
    response.end(PAGE);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  server.unref();
  return { origin: (name = 'localhost') => `http://${name}:${port}` };
}
